/**
 * Bangla words as people type them: `title = query | query`. The queries are Banglish, or Bangla with common
 * mistakes, of one or two words. Every second title is held out.
 */
const TEXT = `
পদার্থবিজ্ঞান = podartho biggan | podarthobiggan | পদার্থ বিজ্ঞ্যান
কৃষি বিজ্ঞান = krishibiggan | krishi bigyan | কৃষিবিজ্ঞান
তথ্য প্রযুক্তি = tottho projukti | tothyo | তথ্যপ্রযুক্তি
জীববিজ্ঞান = jib biggan | jeebbiggan | জিববিজ্ঞান
বাংলা সাহিত্যের ইতিহাস = sahityer itihas | sahitto itihash | সাহিত্য ইতিহাস
রাষ্ট্রবিজ্ঞান = rastro biggan | rashtrobiggan | রাস্ট্রবিজ্ঞান
সমাজবিজ্ঞান = somaj biggan | shomajbiggan | সমাজ বিজ্ঞান
অর্থনীতি = orthoniti | arthoniti | অর্থনিতী
ব্যবস্থাপনা = babosthapona | bebosthapona | ব্যাবস্থাপনা
হিসাববিজ্ঞান = hishab biggan | hisab bigyan | হিসাব বিজ্ঞান
পরিসংখ্যান = porisonkhan | parisankhyan | পরিসংখান
মনোবিজ্ঞান = mono biggan | monobigyan | মনবিজ্ঞান
উচ্চতর গণিত = uccotor gonit | ucchatar ganit | উচ্চতর গনিত
রসায়ন = rashayon | rosaon | রসায়ণ
ভূগোল = vugol | bhoogol | ভুগোল
দর্শন = dorson | darshan | দর্শণ
যুক্তিবিদ্যা = juktibidda | jukti bidya | যুক্তি বিদ্যা
পরিবেশ বিজ্ঞান = poribesh bigan | paribesh biggan | পরিবেষ বিজ্ঞান
ইসলামের ইতিহাস = islamer itihash | islami itihas | ইসলামের ইতিহাশ
আন্তর্জাতিক সম্পর্ক = antorjatik shomporko | antarjatik samparka | আন্তজাতিক সম্পর্ক
লোক প্রশাসন = lokproshashon | lok prosason | লোকপ্রশাসন
গ্রন্থাগার = gronthagar | granthagar | গ্রন্থগার
চারুকলা = charukola | carukala | চারু কলা
নাট্যকলা = natto kola | nattokola | নাট্য কলা
মৃত্তিকা বিজ্ঞান = mrittika biggan | mrittikabiggan | মৃত্তিকাবিজ্ঞান
উদ্ভিদবিজ্ঞান = udvid biggan | udbhidbiggan | উদ্ভিত বিজ্ঞান
প্রাণিবিজ্ঞান = prani biggan | pranibiggan | প্রাণীবিজ্ঞান
অণুজীববিজ্ঞান = onujib biggan | anujibbiggan | অনুজীব বিজ্ঞান
পুষ্টিবিজ্ঞান = pushti biggan | pustibiggan | পুস্টিবিজ্ঞান
শিক্ষা পদ্ধতি = shikkha poddhoti | sikkha podhoti | শিক্ষাপদ্ধতি
ব্যাকরণ = bakoron | byakaran | ব্যাকরন
ধ্বনিতত্ত্ব = dhonitotto | dhwanitattwa | ধ্বনিতত্ব
ভাষাতত্ত্ব = bhashatotto | vasatotto | ভাষাতত্ব
মুক্তিযুদ্ধ = muktijuddho | muktijuddha | মুক্তিযুদ্ব
সংবিধান = songbidhan | sambidhan | সংবিদান
অপরাধবিজ্ঞান = oporadh biggan | aparadhbiggan | অপরাধ বিজ্ঞান
নৃবিজ্ঞান = nribiggan | nri biggan | নৃ বিজ্ঞান
সাংবাদিকতা = shangbadikota | sangbadikata | সাংবাদিকাতা
গণযোগাযোগ = gonojogajog | gono jogajog | গন যোগাযোগ
মানবাধিকার = manobadhikar | manabadhikar | মানবধিকার
কবিতা = kobitar | kabita | কবীতা
ছোটগল্প = choto golpo | chotogolpo | ছোট গল্প
প্রবন্ধ = probondho | prabandha | প্রবন্দ
উপন্যাসের ধারা = uponnas dhara | upanyas | উপন্নাস
বীমা = bima | beema | বিমা
কৃষি সম্প্রসারণ = krishi somprosaron | krishi samprasaran | কৃষি সম্প্রসারন
যন্ত্রকৌশল = jontrokoushol | jantrokaushal | যন্ত্রকৌশোল
বিদ্যুৎ প্রকৌশল = biddut prokousol | bidyut prokoushol | বিদ্যুত প্রকৌশল`;

export interface BanglaWord {
  /** The words of a title. */
  title: string;
  /** What people type. */
  typed: string;
  script: "Banglish" | "Bangla";
  isHeldOut: boolean;
}

export const banglaWords: BanglaWord[] = TEXT.trim()
  .split("\n")
  .flatMap((line, at) => {
    const [title = "", queries = ""] = line.split(" = ");
    return queries.split(" | ").map((typed): BanglaWord => ({
      title,
      typed,
      script: /[a-z]/.test(typed) ? "Banglish" : "Bangla",
      isHeldOut: at % 2 === 1,
    }));
  });
