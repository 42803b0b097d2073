/**
 * The words and sentence forms of `lab -- search`. In each list, every second entry is held out: nobody may read
 * results for these entries while tuning the search, and no list of words in the product is made from them.
 */
const list = (text: string): string[] =>
  text
    .trim()
    .split(/\s*;\s*/)
    .map((entry) => entry.replace(/\s+/g, " "));

/** The languages of the sentences. Banglish is Bangla in Latin letters. */
export type Language = "English" | "Banglish" | "Bangla";

/** The words that fill the slots of a form, by slot and language. */
export const slotWords: Record<string, Record<Language, string[]>> = {
  ask: {
    English:
      list(`need; looking for; want; anyone has; give me; where can i get; please send; somebody share; searching;
      can anyone provide; i am searching for; does anybody have; wanted; required`),
    Banglish: list(
      `lagbe; chai; den; dorkar; diben; dao; pathan; khujchi; ache; pabo; keu den; koi pabo; thakle den; dite parben`,
    ),
    Bangla: list(
      `লাগবে; চাই; দিন; দরকার; দিবেন; দাও; পাঠান; খুঁজছি; আছে; পাব; কারো কাছে আছে; কোথায় পাব; পাওয়া যাবে; দিতে পারবেন`,
    ),
  },
  polite: {
    English: list(`pls; plz; please; urgently; asap; thanks; bro; sir; guys; brother; kindly; friends`),
    Banglish: list(`vai; bhai; plz; apu; ektu; bondhu; sobai; taratari; bhaiya; ke kothay`),
    Bangla: list(`ভাই; প্লিজ; আপু; দয়া করে; একটু; অনুগ্রহ করে; জরুরি; তাড়াতাড়ি; ভাইয়া; বন্ধুরা`),
  },
  old: {
    English: list(`last; previous; past; recent; old; latest; earlier; previous year; last year; former`),
    Banglish: list(`bigoto; goto; purano; ager; last; sesh; bigoto bochorer; ager bochorer`),
    Bangla: list(`বিগত; গত; পুরনো; আগের; শেষ; সর্বশেষ; বিগত বছরের; আগের বছরের`),
  },
  paper: {
    English: list(`question; questions; paper; question paper; question bank; ques; exam paper; qus`),
    Banglish: list(
      `question; proshno; prosno; question bank; proshnopotro; questions; proshno bank; porikkhar proshno`,
    ),
    Bangla: list(`প্রশ্ন; প্রশ্নপত্র; প্রশ্ন ব্যাংক; পরীক্ষার প্রশ্ন; প্রশ্নগুলো; প্রশ্নব্যাংক; কোশ্চেন; প্রশ্নের`),
  },
  thing: {
    English:
      list(`suggestion; suggestions; solve; sheet; short suggestion; hand note; class lecture; question solve; guide;
      important topics; final suggestion; mid suggestion; answer script; slides`),
    Banglish: list(
      `suggestion; sajeshon; solve; somadhan; sheet; uttor; hand note; guide; lecture sheet; boi`,
    ),
    Bangla: list(`সাজেশন; সাজেশান; সমাধান; শিট; উত্তর; হ্যান্ডনোট; গাইড; লেকচার শিট; বই; উত্তরপত্র`),
  },
  ofyear: {
    English: list(`year; session; of the year; batch`),
    Banglish: list(`saler; sal er; bochorer; borsher; er; saaler`),
    Bangla: list(`সালের; সনের; বছরের; সাল এর; শিক্ষাবর্ষের; সাল`),
  },
  exam: {
    English: list(`mid; mid exam; final; final exam; midterm; term final; quiz; class test`),
    Banglish: list(`mid; mid er; final; final er; mid exam; final porikkha; final exam er; ct`),
    Bangla: list(`মিড; মিডটার্ম; ফাইনাল; ফাইনাল পরীক্ষার; মিড পরীক্ষার; চূড়ান্ত পরীক্ষা; ক্লাস টেস্ট; কুইজ`),
  },
  level: {
    English: list(
      `1st year; 2nd year; 3rd semester; 4th year; first year; 5th semester; second year; third year`,
    ),
    Banglish: list(
      `1st year er; 2nd year er; 3rd semester er; 4th semester er; prothom borsho; ditiyo borsho; 1st year; 2nd year`,
    ),
    Bangla: list(`প্রথম বর্ষ; দ্বিতীয় বর্ষ; ১ম বর্ষের; ২য় বর্ষের; তৃতীয় সেমিস্টার; চতুর্থ সেমিস্টারের; ৩য় বর্ষ; ৪র্থ বর্ষ`),
  },
  place: {
    English: list(
      `of our university; of public university; for engineering students; of our department; for beginners; of bd`,
    ),
    Banglish: list(
      `amader varsity r; amader department er; public university er; private varsity r; amar; amader`,
    ),
    Bangla: list(`আমাদের বিশ্ববিদ্যালয়ের; আমাদের বিভাগের; পাবলিক বিশ্ববিদ্যালয়ের; আমার কলেজের; আমাদের; আমার`),
  },
};

/**
 * How students write a whole sentence. `{c}` is the title of a course, `{code}` its code, `{year}` and `{yy}` a
 * year, `{term}` a season; the other slots are in `slotWords`.
 */
export const sentenceForms: Record<Language, string[]> = {
  English:
    list(`{c} {paper}; {ask} {c} {paper} {polite}; {c} {exam} {paper} {year}; {old} {c} {paper}; {c} {paper} {ask} {polite};
    {c} {thing}; {exam} {paper} of {c} {year}; {ask} {old} {exam} {paper} of {c}; {code} {exam} {yy}; {code} {exam} {paper} {year} {polite};
    {c} {term} {year}; {c} {exam} {paper} {term} {year}; {level} {c} {paper}; {c} {paper} {place}; {c}; {c} {paper} {year};
    {code} {paper}; {code} {ask} {exam} {paper}; {c} {exam} {yy}; {ask} {c} {thing} {polite}`),
  Banglish:
    list(`{c} {paper}; {c} {paper} {ask}; {c} {year} {ofyear} {paper} {ask}; {polite} {c} {paper} {ask}; {c} er {paper};
    {c} {exam} {paper} {year}; {code} {paper} {ask}; {code} {exam} {year}; {c} {thing} {ask} {polite}; {c} er {thing};
    {old} {c} {paper}; {year} {ofyear} {c} {exam} {paper}; {level} {c} {paper}; {code} er {exam} {paper} {ask} {polite}; {c}; {c} {exam} {yy};
    {place} {c} {paper} {ask}; {c} course er {paper}`),
  Bangla:
    list(`{c} {paper}; {c} {paper} {ask}; {c} {year} {ofyear} {paper} {ask}; {polite} {c} {paper} {ask}; {c} এর {paper};
    {c} {exam} {paper} {year}; {code} {paper}; {code} {exam} {year}; {c} {thing} {ask}; {c} এর {thing}; {old} {c} {paper};
    {year} {ofyear} {c} {exam} {paper}; {level} {c} {paper}; {code} এর {paper} {ask}; {c}; {c} {exam} {year}; {place} {c} {paper} {ask};
    {c} কোর্সের {paper}`),
};

/** Titles with everyday words, so that the archive knows these words. Real archives have such blogs and notes. */
export const everydayTitles =
  list(`Last Minute Suggestion for the Final; Question Bank for the Admission Test; Special Need Education;
  How to Share Notes with Your Batch; Where to Find Old Books; Semester System and Session Jam; Fall of the Roman Empire;
  The Last Session of Parliament; Looking for a Thesis Topic; Guide to the First Year; Important Topics of the Viva; Class Lecture Slides;
  Anyone Can Code; Private University Rules; Public University Admission; Early Year Teaching; Short Hand and Typing; Hand Tools;
  Bank Management; Solve for Unknown; Engineering Students and Careers; Latest Trends of Research; Sheet Metal Work; Department Rules;
  Sir Salimullah Lecture; Required Reading; Brother and Sister Poems; Script Writing; Batch Processing; Recent Discoveries;
  শেষের কবিতা পরিচিতি; পুরনো ঢাকার গল্প; আমাদের গ্রাম; বিশ্ববিদ্যালয়ের নিয়ম; ভর্তি প্রশ্ন ব্যাংক; আমার বই; শিক্ষাবর্ষের ছুটি; একটু হাসুন;
  লেকচার শিট লেখা; বন্ধুরা মিলে পড়া; গাইড ক্যাম্প; বিভাগের ইতিহাস ও আমাদের বছর`);
