/**
 * The character error rate: the edit distance divided by the length of the true text. White space doesn't
 * count, because it belongs to the layout.
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
