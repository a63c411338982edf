/**
 * What `kerf --help` says of each command, so that its code need not be loaded for it: how it is called, and what it does.
 * A command that is not listed is loaded to say it itself; a test compares both.
 */
export const COMMAND_LIST: readonly (readonly [usage: string, about: string])[] = [
  ['fit <data>', 'find bins for the columns of a file'],
  ['explain <data>', 'say in a few sentences which ranges matter'],
  ['rank <data>', 'rank columns by what they tell about the target'],
  ['compare <data>', 'compare methods on the same columns'],
  ['trace <data>', 'follow a method step by step on one column'],
  ['tree <data>', 'grow a decision tree, prune it and see how well it predicts'],
  ['predict <model> <data>', 'write rows with what a saved tree, model or scorecard says of them'],
  ['apply <binning> <data>', 'write rows with their bins'],
  ['show <binning>', 'show a saved binning, also on other rows'],
  ['drift <binning> <data>', 'compare new rows with those the bins were fitted on'],
  ['repair <tree> <data>', 'move the cuts of a saved tree or of rules along with columns and boundaries that moved'],
  ['diff <before> <after>', 'tell what changed from one binning to another'],
  ['verify <binning> <data>', 'derive a binning again from its rows, and prove it'],
  ['edit <binning>', 'add, remove or move cuts by hand, regroup levels, name bins'],
  ['studio [data...]', 'see the cuts and move them by hand, in the browser'],
  ['serve <file>', 'score rows by HTTP with a saved binning, encoder, tree, model or scorecard'],
  ['export <file>', 'write a saved binning, encoder, tree, model or scorecard as SQL, Python, ONNX, PMML and more'],
  ['report <binning>', 'write a saved binning as an HTML page or an Excel workbook'],
  ['stream [data]', 'keep bins up to date while rows come in'],
  ['summarize <data>', 'save what bins are made from, without the rows'],
  ['merge <summaries...>', 'put summaries of several sites or days together'],
  ['scorecard <data>', 'make a scorecard: points per bin that add up to a score'],
  ['train <data>', 'train a logistic regression or a small net on encoded bins'],
  ['study', 'run the experiment of a paper again'],
  ['methods [name]', 'list the methods and their options'],
  ['completion <shell>', 'print a completion script for your shell'],
]
