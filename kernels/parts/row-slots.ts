// The slots of rows by their buckets.

const ONES: u64 = 0x0101010101010101
const HIGHEST: u64 = 0x8080808080808080

/** Writes the slot of each of `rows` rows, a multiple of 8, by its bucket; and the first of every four of which one has slot 255: how many. */
export function writeSlots(buckets: usize, rows: u32, slotOf: usize, slots: usize, parted: usize): u32 {
  const start = parted
  for (let row: u32 = 0; row < rows; row += 8) {
    const low = slotsOfFour(load<u64>(buckets), slotOf)
    const high = slotsOfFour(load<u64>(buckets, 8), slotOf)
    const eight = low | (high << 32)
    store<u64>(slots, eight)
    buckets += 16
    slots += 8
    // A byte of 255 is 0 the other way round, and only then is there a lowest byte that borrows.
    if (((~eight - ONES) & eight & HIGHEST) == 0) continue
    store<u16>(parted, row)
    parted += (<usize>hasLast(low)) << 1
    store<u16>(parted, row + 4)
    parted += (<usize>hasLast(high)) << 1
  }
  return (<u32>(parted - start)) >> 1
}

function slotsOfFour(four: u64, slotOf: usize): u64 {
  return (
    (<u64>load<u8>(slotOf + <usize>(four & 0xffff))) |
    ((<u64>load<u8>(slotOf + <usize>((four >> 16) & 0xffff))) << 8) |
    (((<u64>load<u8>(slotOf + <usize>((four >> 32) & 0xffff))) << 16) |
      ((<u64>load<u8>(slotOf + <usize>(four >> 48))) << 24))
  )
}

/** Whether one of four slots is 255. */
function hasLast(four: u64): bool {
  return (four & 0xff) == 0xff || (four & 0xff00) == 0xff00 || (four & 0xff0000) == 0xff0000 || four >> 24 == 0xff
}
