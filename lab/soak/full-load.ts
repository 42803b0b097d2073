const FIRST = 40;
const GROWTH = 1.3;
/** How often the space between the last two rates is halved. */
const HALVINGS = 2;

/**
 * Finds the highest rate that a server keeps up with.
 * @param keepsUp whether the server keeps up with this many requests per second
 * @returns requests per second
 */
export async function findFullLoad(keepsUp: (rate: number) => Promise<boolean>): Promise<number> {
  let good = 0;
  let bad = FIRST;
  while (await keepsUp(bad)) {
    good = bad;
    bad *= GROWTH;
  }
  for (let halving = 0; halving < HALVINGS || good === 0; halving += 1) {
    const rate = (good + bad) / 2;
    if (rate < 1) throw new Error("The server doesn't keep up with one request per second.");
    if (await keepsUp(rate)) good = rate;
    else bad = rate;
  }
  return good;
}
