/** Consonants in the order of Unicode, and the letters of SutonnyMJ in the same order. */
const CONSONANTS = [..."কখগঘঙচছজঝঞটঠডঢণতথদধনপফবভমযরলশষসহ"];
const LETTERS = [..."KLMNOPQRSTUVWXYZ_`abcdefghijklmn"];

/** Conjuncts that SutonnyMJ writes in another way than as their parts. */
const CONJUNCTS: Record<string, string> = {
  ক্ক: "°",
  ক্ট: "±",
  ক্ত: "³",
  ক্র: "µ",
  ক্ম: "´",
  ক্ষ: "¶",
  ক্স: "·",
  ক্ষ্ম: "²",
  স্ক্র: "¯Œ",
  স্ক: "¯‹",
  ষ্ক: "®‹",
  গ্ধ: "»",
  ঙ্ক: "¼",
  ঙ্গ: "½",
  ঙ্খ: "•L",
  ঙ্ঘ: "•N",
  চ্চ: "”P",
  চ্ছ: "”Q",
  জ্জ: "¾",
  জ্ঞ: "Á",
  ঞ্চ: "Â",
  ঞ্জ: "Ä",
  ঞ্ছ: "Ã",
  ট্ট: "Æ",
  ড্ড: "Ç",
  ণ্ট: "È",
  ণ্ঠ: "É",
  ণ্ড: "Ð",
  ত্ত: "Ë",
  ত্থ: "Ì",
  ত্র: "Î",
  দ্দ: "Ï",
  দ্ধ: "×",
  দ্ব: "Ø",
  দ্ম: "Ù",
  দ্ভ: "™¢",
  ন্ট: "›U",
  ন্ড: "Û",
  ন্ত: "šÍ",
  ন্ত্র: "š¿",
  ন্থ: "š’",
  ন্দ: "›`",
  ন্ধ: "Ü",
  ন্স: "Ý",
  ন্দ্র: "›`ª",
  ন্ঠ: "Ú",
  প্ট: "Þ",
  প্ত: "ß",
  প্প: "à",
  প্স: "á",
  ব্জ: "â",
  ব্দ: "ã",
  ব্ধ: "ä",
  ভ্র: "å",
  ম্ফ: "ç",
  ম্প: "¤ú",
  ম্ভ: "¤¢",
  ম্ব: "¤^",
  ম্ম: "¤§",
  ল্ক: "é",
  ল্গ: "ê",
  ল্ট: "ë",
  ল্ড: "ì",
  ল্প: "í",
  শ্চ: "ð",
  ষ্ণ: "ò",
  ষ্ট: "ó",
  ষ্ঠ: "ô",
  ষ্ফ: "õ",
  ষ্প: "®ú",
  ষ্ম: "®§",
  স্ট: "÷",
  স্থ: "¯’",
  স্ত: "¯Í",
  স্ত্র: "¯¿",
  স্প: "¯ú",
  স্ফ: "ù",
  স্ম: "¯§",
  স্ব: "¯^",
  হ্ন: "ý",
  হ্ম: "þ",
  স্প্র: "¯cÖ",
  ষ্ট্র: "óª",
  স্ট্র: "÷ª",
};
/** Second consonants that are signs below or after the first. */
const BELOW: Record<string, string> = { ন: "œ", ম: "¥", ব: "¡", ল: "ø", ণ: "è" };
const WITH_OTHER_B = new Set("শল");
const WITH_OTHER_R = new Set("গপশস");

const SIGNS: Record<string, string> = {
  অ: "A",
  আ: "Av",
  ই: "B",
  ঈ: "C",
  উ: "D",
  ঊ: "E",
  ঋ: "F",
  এ: "G",
  ঐ: "H",
  ও: "I",
  ঔ: "J",
  "া": "v",
  "ী": "x",
  "ু": "y",
  "ূ": "~",
  "ৃ": "…",
  "ৗ": "Š",
  "ি": "w",
  "ে": "‡",
  "ৈ": "‰",
  "ো": "‡v",
  "ৌ": "‡Š",
  "্": "&",
  "ং": "s",
  "ঃ": "t",
  "ঁ": "u",
  ৎ: "r",
  "।": "|",
};
/** Consonants after which the sign for "u" has another form. */
const WITH_OTHER_U = new Set("কচছঝটঠডঢতফভ");
const JOINED: Record<string, string> = { রু: "iæ", রূ: "iƒ", গু: "¸", শু: "ï", হু: "û", হৃ: "ü" };

const HASANTA = "\u09cd";
const SYLLABLE = /(র\u09cd)?([ক-হ\u09dc\u09dd\u09df](?:\u09cd[ক-হ])*)([\u09be-\u09cc\u09d7]?)([ঁংঃ]?)/gu;

/**
 * Writes Bangla as SutonnyMJ stores it: one piece for each sign, in the order in which they are drawn.
 * @param isOld says whether the two letters that older and newer versions store differently have their older form
 * @throws Error for a letter that the table doesn't have
 */
export function bijoyPieces(text: string, isOld: boolean): string[] {
  const pieces: string[] = [];
  const plain = text
    .normalize("NFC")
    .replaceAll("\u09a1\u09bc", "\u09dc")
    .replaceAll("\u09a2\u09bc", "\u09dd")
    .replaceAll("\u09af\u09bc", "\u09df");
  let last = 0;
  for (const match of plain.matchAll(SYLLABLE)) {
    pieces.push(...Array.from(plain.slice(last, match.index), signOf));
    pieces.push(...syllable(match, isOld));
    last = match.index + match[0].length;
  }
  return [...pieces, ...Array.from(plain.slice(last), signOf)];
}

function syllable(
  [, reph, consonants = "", vowel = "", mark = ""]: RegExpMatchArray,
  isOld: boolean,
): string[] {
  const early = isOld ? "†" : "‡";
  const [before, after] = (
    { "ি": ["w"], "ে": [early], "ৈ": [isOld ? "ˆ" : "‰"], "ো": [early, "v"], "ৌ": [early, "Š"] } as Record<
      string,
      string[]
    >
  )[vowel] ?? [undefined, vowel && signOf(vowel)];
  const word = JOINED[consonants + vowel];
  const late = after === "y" && WITH_OTHER_U.has(consonants) ? "z" : after;
  const body = word && !reph ? [word] : [...conjunct(consonants, isOld), ...(before && !after ? [] : [late])];
  const first = before ?? "";
  const rest = word && !reph ? body : withReph(body, reph, after ? late : undefined);
  return [first, ...rest, mark && signOf(mark)].filter((piece): piece is string => Boolean(piece));
}

/** The sign for "r" before a consonant stands behind the consonant, and before its vowel. */
function withReph(
  body: (string | undefined)[],
  reph: string | undefined,
  vowel: string | undefined,
): (string | undefined)[] {
  if (!reph) return body;
  return vowel ? [...body.slice(0, -1), "©", vowel] : [...body, "©"];
}

function conjunct(consonants: string, isOld: boolean): string[] {
  if (consonants === "ক্ষ") return [isOld ? "¶" : "ÿ"];
  const whole = CONJUNCTS[consonants];
  if (whole) return [whole];
  const parts = consonants.split(HASANTA);
  const [end = "", start = ""] = [parts.at(-1), parts.slice(0, -1).join(HASANTA)];
  if (parts.length === 1) return [signOf(end)];
  if (end === "য") return [...conjunct(start, isOld), "¨"];
  if (end === "র") return [...conjunct(start, isOld), WITH_OTHER_R.has(start) ? "Ö" : "ª"];
  const sign = end === "ব" && WITH_OTHER_B.has(start) ? "¦" : BELOW[end];
  return [...conjunct(start, isOld), ...(sign ? [sign] : ["&", signOf(end)])];
}

function signOf(letter: string): string {
  const at = CONSONANTS.indexOf(letter);
  if (at >= 0) return LETTERS[at] as string;
  const digit = letter.charCodeAt(0) - 0x9e6;
  if (digit >= 0 && digit <= 9) return String(digit);
  const special = { "\u09dc": "o", "\u09dd": "p", "\u09df": "q" }[letter] ?? SIGNS[letter];
  if (special) return special;
  if (/[\u0980-\u09ff]/u.test(letter))
    throw new Error(`SutonnyMJ has no ${letter} in the table of the laboratory.`);
  return letter;
}
