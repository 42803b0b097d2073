/**
 * How much of a text was read wrong: the fewest characters to change, add or take away, by those that are there.
 * Spaces and line ends don't count: they tell of the page's layout.
 */
export function errorsOf(printed: string, read: string): { errors: number; length: number } {
  const [from, to] = [charactersOf(printed), charactersOf(read)];
  let before = Array.from({ length: to.length + 1 }, (_one, index) => index);
  from.forEach((letter, row) => {
    const now = [row + 1];
    to.forEach((other, column) => {
      const changed = (before[column] as number) + (letter === other ? 0 : 1);
      now.push(Math.min((now[column] as number) + 1, (before[column + 1] as number) + 1, changed));
    });
    before = now;
  });
  return { errors: before.at(-1) as number, length: from.length };
}

const charactersOf = (text: string): string[] => [
  ...text.normalize("NFC").replace(/[\s\u200b-\u200d]+/g, ""),
];
