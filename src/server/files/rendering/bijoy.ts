/**
 * Letters of Bijoy, an encoding of Bangla that is older than Unicode. Its fonts, such as SutonnyMJ, draw Bangla for the
 * characters of Windows-1252. Each row has the Bijoy characters and the Unicode text of each.
 */
const LETTERS = table(
  "A অ B ই C ঈ D উ E ঊ F ঋ G এ H ঐ I ও J ঔ K ক L খ M গ N ঘ O ঙ P চ Q ছ R জ S ঝ T ঞ U ট V ঠ W ড X ঢ Y ণ Z ত",
  "_ থ ` দ a ধ b ন c প d ফ e ব f ভ g ম h য i র j ল k শ l ষ m স n হ o ড় p ঢ় q য় r ৎ",
  "° ক্ক ± ক্ট ² ক্ষ্ম ³ ক্ত ´ ক্ম µ ক্র ¶ ক্ষ ÿ ক্ষ · ক্স ¸ গু º গ্দ » গ্ধ ¼ ঙ্ক ½ ঙ্গ ¾ জ্জ À জ্ঝ Á জ্ঞ",
  "Â ঞ্চ Ã ঞ্ছ Ä ঞ্জ Å ঞ্ঝ Æ ট্ট Ç ড্ড È ণ্ট É ণ্ঠ Ê ণ্ড Ð ণ্ড Ë ত্ত Ì ত্থ Î ত্র Ï দ্দ × দ্ধ Ø দ্ব Ù দ্ম",
  "Ú ন্ঠ Û ন্ড Ü ন্ধ Ý ন্স Þ প্ট ß প্ত à প্প á প্স â ব্জ ã ব্দ ä ব্ধ å ভ্র ç ম্ফ é ল্ক ê ল্গ ë ল্ট ì ল্ড",
  "í ল্প î ল্ফ ï শু ð শ্চ ñ শ্ছ ò ষ্ণ ó ষ্ট ô ষ্ঠ õ ষ্ফ ö স্খ ÷ স্ট ù স্ফ û হু ü হৃ ý হ্ন þ হ্ম",
);
/** The first half of a conjunct, which the next letter completes. */
const FIRST_HALVES = table("¤ ম্ ® ষ্ ¯ স্ ˜ দ্ ™ দ্ š ন্ › ন্ • ঙ্ “ চ্ ” চ্");
/** The second half of a conjunct. */
const SECOND_HALVES = table(
  "ª ্র « ্র Ö ্র ¨ ্য ¦ ্ব ¡ ্ব Ÿ ্ব ^ ্ব ¢ ্ভ £ ্ভ্র ¥ ্ম § ্ম ¬ ্ল \u00ad ্ল ø ্ল œ ্ন è ্ণ ú ্প ‹ ্ক Œ ্ক্র",
  "Í ্ত — ্ত ¿ ্ত্র ‘ ্তু ’ ্থ & ্",
);
/** Vowel signs that Bijoy writes before their letter. */
const EARLY_SIGNS = table("w ি † ে ‡ ে ˆ ৈ ‰ ৈ");
const LATE_SIGNS = table("v া x ী y ু z ু æ ু ~ ূ ƒ ূ „ ৃ … ৃ Š ৗ");
const LAST_SIGNS = table("s ং t ঃ u ঁ");
const OTHERS = table("| । Ñ — Ò “ Ó ” Ô ‘ Õ ’ 0 ০ 1 ১ 2 ২ 3 ৩ 4 ৪ 5 ৫ 6 ৬ 7 ৭ 8 ৮ 9 ৯");
/** The reph, a র above the syllable that follows it in speech. */
const REPH = "©";
const HASANTA = "্";
/** Bijoy draws these vowels as two signs around the letter. */
const JOINED: Record<string, string> = { "ে া": "ো", "ে ৗ": "ৌ" };
/** The codes 128 to 159 of Windows-1252. */
const WINDOWS_1252 = "€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ";

function table(...rows: string[]): Map<string, string> {
  const cells = rows.join(" ").split(" ");
  return new Map(cells.flatMap((cell, at) => (at % 2 === 0 ? [[cell, cells[at + 1] as string]] : [])));
}

/** A text that was converted from Bijoy. */
export interface FromBijoy {
  text: string;
  /** The number of letters, with their signs. */
  syllables: number;
  /** The number of letters with a vowel sign. */
  signs: number;
  /** The number of signs without a letter, and of letters with two vowel signs. Bangla has none of either. */
  faults: number;
}

/** Converts text in Bijoy to Unicode. Other characters, such as spaces, stay as they are. */
export function fromBijoy(bijoy: string): FromBijoy {
  const done: string[] = [];
  const count = { syllables: 0, signs: 0, faults: 0 };
  let syllable = emptySyllable();

  function end(): void {
    const { early, letter, late, last, hasReph } = syllable;
    if (letter === "") count.faults += early || late || last || hasReph ? 1 : 0;
    else count.syllables += 1;
    if (letter !== "" && early + late !== "") count.signs += 1;
    if (letter.endsWith(HASANTA) || (early && late && !JOINED[`${early} ${late}`])) count.faults += 1;
    const sign = JOINED[`${early} ${late}`] ?? early + late;
    done.push((hasReph ? `র${HASANTA}` : "") + letter + sign + last);
    syllable = emptySyllable();
  }

  for (const char of charsOf(bijoy)) {
    const letter = LETTERS.get(char) ?? FIRST_HALVES.get(char);
    const half = SECOND_HALVES.get(char);
    const [early, late, last] = [EARLY_SIGNS.get(char), LATE_SIGNS.get(char), LAST_SIGNS.get(char)];
    if (letter !== undefined) {
      if (syllable.letter !== "" && !syllable.letter.endsWith(HASANTA)) end();
      syllable.letter += letter;
    } else if (early !== undefined) {
      if (syllable.letter !== "" || syllable.early !== "") end();
      syllable.early = early;
    } else if (half !== undefined) syllable.letter = syllable.letter.replace(/্$/, "") + half;
    else if (char === REPH) syllable.hasReph = true;
    else if (late !== undefined) {
      if (syllable.late !== "" || /[ংঃ]/.test(syllable.last)) count.faults += 1;
      if (late === "া" && syllable.letter === "অ") syllable.letter = "আ";
      else syllable.late += late;
    } else if (last !== undefined) syllable.last += last;
    else {
      end();
      done.push(OTHERS.get(char) ?? char);
    }
  }
  end();
  return { text: done.join("").normalize("NFC"), ...count };
}

const emptySyllable = () => ({ early: "", letter: "", late: "", last: "", hasReph: false });

/** The characters of Windows-1252 for codes that PDFs store without a name, or in the private area of symbol fonts. */
function charsOf(bijoy: string): string[] {
  const usesPlus = !/[†‡]/.test(bijoy);
  return [...bijoy].map((char, at, all) => {
    let code = char.codePointAt(0) as number;
    if (code >= 0xf020 && code <= 0xf0ff) code -= 0xf000;
    if (code >= 0x80 && code <= 0x9f) return WINDOWS_1252[code - 0x80] as string;
    // Programs that don't know the dagger print a plus sign, which no word of Bangla contains.
    if (char === "+" && usesPlus && LETTERS.has(all[at + 1] ?? "")) return "†";
    return String.fromCodePoint(code);
  });
}
