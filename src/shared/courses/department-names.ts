import { isFiller } from "../search/fillers.ts";
import { loanKeyOf } from "../search/phonetic.ts";
import { words } from "../text/words.ts";

/**
 * Departments of universities in Bangladesh: the short names, then the full names in English and Bangla. The first
 * name of each line stands for the department. A query can name a department by any of them.
 */
const NAMES = `
cse | computer science and engineering | computer science & engineering | computer science | computer engineering | কম্পিউটার সায়েন্স অ্যান্ড ইঞ্জিনিয়ারিং | কম্পিউটার বিজ্ঞান ও প্রকৌশল | কম্পিউটার বিজ্ঞান
swe | software engineering | সফটওয়্যার ইঞ্জিনিয়ারিং | সফটওয়্যার প্রকৌশল
ict | information and communication technology | information & communication technology | তথ্য ও যোগাযোগ প্রযুক্তি
eee | ece | electrical and electronic engineering | electrical & electronic engineering | electrical engineering | electrical | electronics and communication engineering | triple e | ট্রিপল ই | তড়িৎ ও ইলেকট্রনিক প্রকৌশল | ইলেকট্রিক্যাল অ্যান্ড ইলেকট্রনিক ইঞ্জিনিয়ারিং | তড়িৎ প্রকৌশল
ete | electronics and telecommunication engineering | electronics & telecommunication engineering
ce | civil engineering | civil | পুরকৌশল | সিভিল ইঞ্জিনিয়ারিং | সিভিল
me | mechanical engineering | mechanical | যন্ত্রকৌশল | মেকানিক্যাল ইঞ্জিনিয়ারিং | মেকানিক্যাল
ipe | industrial and production engineering | industrial & production engineering | শিল্প ও উৎপাদন প্রকৌশল
che | chemical engineering | কেমিকৌশল | কেমিক্যাল ইঞ্জিনিয়ারিং
te | tex | txe | textile engineering | textile | টেক্সটাইল ইঞ্জিনিয়ারিং | বস্ত্র প্রকৌশল | টেক্সটাইল
arch | architecture | স্থাপত্য | আর্কিটেকচার
urp | urban and regional planning | urban & regional planning | নগর ও অঞ্চল পরিকল্পনা
naval architecture and marine engineering
wre | water resources engineering | পানিসম্পদ প্রকৌশল
bme | biomedical engineering | জৈবচিকিৎসা প্রকৌশল
bba | business administration | business | ব্যবসায় প্রশাসন
mgt | management | management studies | ব্যবস্থাপনা
ais | acc | accounting | accounting and information systems | accounting & information systems | হিসাববিজ্ঞান
fin | finance | finance and banking | finance & banking | ফাইন্যান্স
mkt | marketing | মার্কেটিং | বিপণন
thm | tourism and hospitality management | tourism & hospitality management
eco | econ | ecn | economics | অর্থনীতি
eng | english | ইংরেজি
ban | bng | bangla | bengali | বাংলা
phy | physics | পদার্থবিজ্ঞান | পদার্থ বিজ্ঞান | ফিজিক্স
chem | chm | chemistry | রসায়ন | কেমিস্ট্রি
math | mat | mathematics | maths | গণিত | ম্যাথমেটিক্স
stat | sta | statistics | পরিসংখ্যান
bot | botany | উদ্ভিদবিজ্ঞান
zoo | zoology | প্রাণিবিদ্যা
bmb | biochemistry and molecular biology | biochemistry & molecular biology | biochemistry | প্রাণরসায়ন ও অণুজীববিজ্ঞান
geb | genetic engineering and biotechnology | genetic engineering & biotechnology | biotechnology
mic | mbio | microbiology | অণুজীববিজ্ঞান | মাইক্রোবায়োলজি
phrm | phar | pharm | phr | pharmacy | ফার্মেসি | ফার্মেসী
psy | psychology | মনোবিজ্ঞান
geo | geography and environment | geography & environment | geography | ভূগোল | ভূগোল ও পরিবেশ
esm | environmental science | environmental science and management | পরিবেশ বিজ্ঞান
soc | sociology | সমাজবিজ্ঞান
swk | social work | social welfare | সমাজকর্ম
anthropology | নৃবিজ্ঞান
pol | political science | রাষ্ট্রবিজ্ঞান
pad | public administration | লোকপ্রশাসন | লোক প্রশাসন
ir | international relations | আন্তর্জাতিক সম্পর্ক
law | llb | আইন
history | ইতিহাস
ihc | islamic history and culture | islamic history & culture | ইসলামের ইতিহাস ও সংস্কৃতি
isl | islamic studies | ইসলামিক স্টাডিজ
phi | phl | philosophy | দর্শন
mcj | journalism | mass communication and journalism | mass communication & journalism | গণযোগাযোগ ও সাংবাদিকতা
agr | agriculture | কৃষি
nfe | food engineering | nutrition and food engineering | nutrition & food engineering
mbbs | medicine | চিকিৎসাবিজ্ঞান`;

/** The short forms of "engineering" that students write. */
const ENGINEERING = /^(?:engg|engr|engin|engineer)$/;

/** The words of a name without fillers, because "computer science & engineering" has no "and". */
const keyOf = (names: readonly string[]): string =>
  names
    .filter((word) => !isFiller(word))
    .map((word) => word.replace(ENGINEERING, "engineering"))
    .join(" ");

/** The stored values of a department by each of its names, in the form of `words()` with spaces between the words. */
const valuesByName = new Map<string, string[]>();
for (const line of NAMES.trim().split("\n")) {
  const names = line.split(" | ");
  const values = [...new Set(names.map((name) => name.toLowerCase()))];
  for (const name of names) {
    const key = keyOf(words(name));
    valuesByName.set(key, [...new Set([...(valuesByName.get(key) ?? []), ...values])]);
  }
}

/** The short names by their sounds. A code such as "স্ট্যাট ৩১০১" begins with one. */
const shortNames = Map.groupBy(
  [...valuesByName.keys()].filter((name) => /^[a-z]{3,4}$/.test(name)),
  loanKeyOf,
);

/** The short names of departments that a Bangla word spells as they sound: "স্ট্যাট" is "stat" or "sta". */
export const shortNamesOf = (word: string): readonly string[] => shortNames.get(loanKeyOf(word)) ?? [];

/** The words before or after the name of a department. */
const DEPARTMENT = new Set("department dept ডিপার্টমেন্ট বিভাগ".normalize("NFKC").split(" "));

/** Returns whether a word says that the words beside it name a department. */
export const isDepartmentWord = (word: string): boolean => DEPARTMENT.has(word);

/**
 * Returns the normal forms of a department that a query names, such as "civil engineering", "dept of cse" or "সিএসই".
 * @param text words of a query with spaces between them
 */
export function namedDepartment(text: string): readonly string[] | undefined {
  const own = text.trim().split(/[ -]/);
  if (DEPARTMENT.has(own[0] ?? "")) own.splice(0, own[1] === "of" ? 2 : 1);
  else if (DEPARTMENT.has(own.at(-1) ?? "")) own.pop();
  const isBordered = isFiller(own[0] ?? "") || isFiller(own.at(-1) ?? "");
  return isBordered ? undefined : valuesByName.get(keyOf(own));
}
