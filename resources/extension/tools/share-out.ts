// Sharing a budget of characters among several that may need less than their part.

/** Who needs little gets it all, and the others share alike what is left; in the order of `needs`. */
export function shareOut(needs: readonly number[], budget: number): number[] {
  const shares = needs.map(() => 0);
  const byNeed = needs.map((need, at) => ({ need, at })).toSorted((one, other) => one.need - other.need);
  let left = Math.max(0, budget);
  for (const [done, { need, at }] of byNeed.entries()) {
    const share = Math.min(need, Math.floor(left / (needs.length - done)));
    shares[at] = share;
    left -= share;
  }
  return shares;
}
