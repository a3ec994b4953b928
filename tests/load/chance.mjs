// Choices that a seed repeats.

/** Numbers from 0 to below 1 (mulberry32). */
export function chance(seed) {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    next,
    below: (count) => Math.floor(next() * count),
    one: (list) => list[Math.floor(next() * list.length)],
    /** A name of [weight, name] rows, as often as its weight says. */
    weighed: (rows) => {
      let left = next() * rows.reduce((sum, [weight]) => sum + weight, 0);
      return rows.find(([weight]) => (left -= weight) < 0)[1];
    },
  };
}
