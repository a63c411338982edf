// Addresses of numbers in lists.

export function word(words: usize, at: u32): usize {
  return words + ((<usize>at) << 2)
}

export function halfWord(halfWords: usize, at: u32): usize {
  return halfWords + ((<usize>at) << 1)
}

export function double(doubles: usize, at: u32): usize {
  return doubles + ((<usize>at) << 3)
}
