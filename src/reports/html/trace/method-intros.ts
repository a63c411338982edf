/** Each method for somebody who has never heard of it: what it tries, and when it stops. */
const INTROS: Readonly<Record<string, string>> = {
  mdlp: 'It tries a cut at every place and takes the one after which the classes on both sides are least mixed. The cut stays only if it tells more than it costs to write down; then both sides are looked at in the same way.',
  d2: 'It tries a cut at every place and takes the one after which the classes on both sides are least mixed, then looks at both sides in the same way, until parts are small or there are enough bins.',
  cliffs: 'It looks for the steepest change of the target, cuts there if both sides are large and wide enough, and looks at both sides in the same way.',
  variance: 'It tries a cut at every place and takes the one after which the target strays least from its mean on both sides; then both sides are looked at in the same way.',
  'chi-merge': 'It starts with many small intervals and merges the two neighbours whose classes are most alike, again and again, until all neighbours differ too much to be chance.',
  chi2: 'It starts with many small intervals and merges neighbours whose classes are alike, then does so more and more boldly, as long as the bins still tell the classes apart.',
  khiops: 'It starts with many small intervals and merges the two neighbours that matter least to the χ² of all bins together, as long as that makes this χ² less likely to be chance.',
  caim: 'It starts with one bin and adds the cut after which one class stands out most in each bin, as long as that makes the bins clearer.',
  cacc: 'It starts with one bin and adds the cut after which bins and classes hang together most, as long as they do so more than before.',
  ameva: 'It starts with one bin and adds the cut after which bins and classes hang together most for their number, as long as that rises.',
  modl: 'It looks at all ways to cut the column and takes the one that is the most probable explanation of the classes: few bins that tell much.',
  optimal: 'It looks at all ways to cut the column that keep your limits, and takes the one that tells most about the target.',
  'k-means': 'It looks for the bins in which values lie as close to the mean of their bin as possible. It does not look at a target.',
  'equal-frequency': 'It sorts the rows and cuts so that every bin holds about the same number of them. It does not look at a target.',
  'equal-width': 'It cuts the range from the smallest to the largest value into pieces of one width. It does not look at a target.',
  'bin-log': 'It cuts the range into pieces of one width, and takes the more of them the more different values there are.',
  fixed: 'It takes the cuts that were given.',
  binary: 'It cuts at every place where the class changes, and leaves the choice to a tree.',
} // prettier-ignore

/** What a method does, in plain words; nothing for a method that is not one of ours. */
export function methodIntro(method: string): string {
  return INTROS[method] ?? 'This method does not tell how it finds its cuts.'
}
