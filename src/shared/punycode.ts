/** Parameters of RFC 3492 §5. */
const BASE = 36;
const T_MIN = 1;
const T_MAX = 26;
const SKEW = 38;
const DAMP = 700;
const FIRST_BIAS = 72;
const FIRST_CODE = 128;

/**
 * A label of a host name in the letters that it stands for (RFC 3492 §6.2).
 * @returns the label itself where it is not in Punycode, or not well-formed, or empty
 */
export function fromPunycode(label: string): string {
  if (!label.startsWith("xn--")) return label;
  const end = label.lastIndexOf("-");
  const plain = end > 3 ? label.slice(4, end) : "";
  const digits = Array.from(label.slice(end > 3 ? end + 1 : 4), digitValue);
  const letters = decoded([...plain], digits);
  return letters?.join("") || label;
}

/** `a` to `z` are 0 to 25 and `0` to `9` are 26 to 35, where base 36 has the digits first. */
function digitValue(character: string): number {
  const digit = Number.parseInt(character, BASE);
  return digit >= 10 ? digit - 10 : digit + 26;
}

function decoded(letters: string[], digits: number[]): string[] | undefined {
  let [code, at, bias, next] = [FIRST_CODE, 0, FIRST_BIAS, 0];
  while (next < digits.length) {
    const before = at;
    let weight = 1;
    for (let k = BASE; ; k += BASE) {
      const digit = digits[next++];
      if (digit === undefined || Number.isNaN(digit)) return undefined;
      at += digit * weight;
      const threshold = Math.min(T_MAX, Math.max(T_MIN, k - bias));
      if (digit < threshold) break;
      weight *= BASE - threshold;
    }
    const length = letters.length + 1;
    bias = adapted(at - before, length, before === 0);
    code += Math.floor(at / length);
    at %= length;
    if (code > 0x10ffff) return undefined;
    letters.splice(at++, 0, String.fromCodePoint(code));
  }
  return letters;
}

/** RFC 3492 §6.1. */
function adapted(delta: number, length: number, first: boolean): number {
  let rest = Math.floor(first ? delta / DAMP : delta / 2);
  rest += Math.floor(rest / length);
  let k = 0;
  for (; rest > ((BASE - T_MIN) * T_MAX) / 2; k += BASE) rest = Math.floor(rest / (BASE - T_MIN));
  return k + Math.floor(((BASE - T_MIN + 1) * rest) / (rest + SKEW));
}
