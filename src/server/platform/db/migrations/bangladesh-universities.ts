/**
 * The universities of Bangladesh at the time of migration 202611240900: English name | Bangla name | other names. A
 * short name that several universities use belongs to the one that most papers mean, or to none.
 */
export const BANGLADESH_UNIVERSITIES = `
University of Dhaka | ঢাকা বিশ্ববিদ্যালয় | DU, Dhaka University, ঢাবি
University of Rajshahi | রাজশাহী বিশ্ববিদ্যালয় | RU, Rajshahi University, রাবি
Bangladesh Agricultural University | বাংলাদেশ কৃষি বিশ্ববিদ্যালয় | BAU, বাকৃবি
Bangladesh University of Engineering and Technology | বাংলাদেশ প্রকৌশল বিশ্ববিদ্যালয় | BUET, বুয়েট
University of Chittagong | চট্টগ্রাম বিশ্ববিদ্যালয় | CU, Chittagong University, University of Chattogram, চবি
Jahangirnagar University | জাহাঙ্গীরনগর বিশ্ববিদ্যালয় | JU, জাবি
Islamic University | ইসলামী বিশ্ববিদ্যালয় | IU, Islamic University Bangladesh, Islamic University Kushtia, ইবি
Shahjalal University of Science and Technology | শাহজালাল বিজ্ঞান ও প্রযুক্তি বিশ্ববিদ্যালয় | SUST, শাবিপ্রবি
Khulna University | খুলনা বিশ্ববিদ্যালয় | KU, University of Khulna, খুবি
National University | জাতীয় বিশ্ববিদ্যালয় | NU, National University Bangladesh
Bangladesh Open University | বাংলাদেশ উন্মুক্ত বিশ্ববিদ্যালয় | BOU, বাউবি
Bangladesh Medical University | বাংলাদেশ মেডিকেল বিশ্ববিদ্যালয় | BSMMU, Bangabandhu Sheikh Mujib Medical University
Gazipur Agricultural University | গাজীপুর কৃষি বিশ্ববিদ্যালয় | GAU, BSMRAU, Bangabandhu Sheikh Mujibur Rahman Agricultural University
Hajee Mohammad Danesh Science and Technology University | হাজী মোহাম্মদ দানেশ বিজ্ঞান ও প্রযুক্তি বিশ্ববিদ্যালয় | HSTU, হাবিপ্রবি
Mawlana Bhashani Science and Technology University | মাওলানা ভাসানী বিজ্ঞান ও প্রযুক্তি বিশ্ববিদ্যালয় | MBSTU, মাভাবিপ্রবি
Patuakhali Science and Technology University | পটুয়াখালী বিজ্ঞান ও প্রযুক্তি বিশ্ববিদ্যালয় | PSTU, পবিপ্রবি
Sher-e-Bangla Agricultural University | শেরেবাংলা কৃষি বিশ্ববিদ্যালয় | SAU, শেকৃবি
Chittagong University of Engineering and Technology | চট্টগ্রাম প্রকৌশল ও প্রযুক্তি বিশ্ববিদ্যালয় | CUET, চুয়েট
Rajshahi University of Engineering and Technology | রাজশাহী প্রকৌশল ও প্রযুক্তি বিশ্ববিদ্যালয় | RUET, রুয়েট
Khulna University of Engineering and Technology | খুলনা প্রকৌশল ও প্রযুক্তি বিশ্ববিদ্যালয় | KUET, কুয়েট
Dhaka University of Engineering and Technology | ঢাকা প্রকৌশল ও প্রযুক্তি বিশ্ববিদ্যালয় | DUET, Dhaka University of Engineering and Technology Gazipur, ডুয়েট
Noakhali Science and Technology University | নোয়াখালী বিজ্ঞান ও প্রযুক্তি বিশ্ববিদ্যালয় | NSTU, নোবিপ্রবি
Jagannath University | জগন্নাথ বিশ্ববিদ্যালয় | JnU, জবি
Comilla University | কুমিল্লা বিশ্ববিদ্যালয় | CoU, Cumilla University, কুবি
Jatiya Kabi Kazi Nazrul Islam University | জাতীয় কবি কাজী নজরুল ইসলাম বিশ্ববিদ্যালয় | JKKNIU
Chattogram Veterinary and Animal Sciences University | চট্টগ্রাম ভেটেরিনারি ও এনিম্যাল সাইন্সেস বিশ্ববিদ্যালয় | CVASU, Chittagong Veterinary and Animal Sciences University
Sylhet Agricultural University | সিলেট কৃষি বিশ্ববিদ্যালয় | SylAU, সিকৃবি
Jashore University of Science and Technology | যশোর বিজ্ঞান ও প্রযুক্তি বিশ্ববিদ্যালয় | JUST, Jessore University of Science and Technology, যবিপ্রবি
Pabna University of Science and Technology | পাবনা বিজ্ঞান ও প্রযুক্তি বিশ্ববিদ্যালয় | PUST, পাবিপ্রবি
Begum Rokeya University, Rangpur | বেগম রোকেয়া বিশ্ববিদ্যালয়, রংপুর | BRUR, Begum Rokeya University, বেরোবি
Gopalganj Science and Technology University | গোপালগঞ্জ বিজ্ঞান ও প্রযুক্তি বিশ্ববিদ্যালয় | GSTU, BSMRSTU, Bangabandhu Sheikh Mujibur Rahman Science and Technology University
Bangladesh University of Professionals | বাংলাদেশ ইউনিভার্সিটি অব প্রফেশনালস | BUP, বিইউপি
Bangladesh University of Textiles | বাংলাদেশ টেক্সটাইল বিশ্ববিদ্যালয় | BUTEX, বুটেক্স
University of Barishal | বরিশাল বিশ্ববিদ্যালয় | BU, Barishal University, Barisal University, University of Barisal, ববি
Rangamati Science and Technology University | রাঙ্গামাটি বিজ্ঞান ও প্রযুক্তি বিশ্ববিদ্যালয় | RMSTU
Bangladesh Maritime University | বাংলাদেশ মেরিটাইম বিশ্ববিদ্যালয় | BSMRMU, Bangabandhu Sheikh Mujibur Rahman Maritime University
Islamic Arabic University | ইসলামি আরবি বিশ্ববিদ্যালয় | IAU
Chittagong Medical University | চট্টগ্রাম মেডিকেল বিশ্ববিদ্যালয় | CMU
Rajshahi Medical University | রাজশাহী মেডিকেল বিশ্ববিদ্যালয় |
Sylhet Medical University | সিলেট মেডিকেল বিশ্ববিদ্যালয় |
Khulna Medical University | খুলনা মেডিকেল বিশ্ববিদ্যালয় | Sheikh Hasina Medical University
University of Frontier Technology, Bangladesh | | UFTB, BDU, Bangabandhu Sheikh Mujibur Rahman Digital University
Netrokona University | নেত্রকোনা বিশ্ববিদ্যালয় | Sheikh Hasina University
Khulna Agricultural University | খুলনা কৃষি বিশ্ববিদ্যালয় | KAU
Jamalpur Science and Technology University | জামালপুর বিজ্ঞান ও প্রযুক্তি বিশ্ববিদ্যালয় | JSTU, BSFMSTU
Aviation and Aerospace University, Bangladesh | | AAUB, BSMRAAU
Kishoreganj University | কিশোরগঞ্জ বিশ্ববিদ্যালয় |
Habiganj Agricultural University | হবিগঞ্জ কৃষি বিশ্ববিদ্যালয় | HAU
Kurigram Agricultural University | কুড়িগ্রাম কৃষি বিশ্ববিদ্যালয় | KuriAU
Sunamganj Science and Technology University | সুনামগঞ্জ বিজ্ঞান ও প্রযুক্তি বিশ্ববিদ্যালয় | SSTU
Chandpur Science and Technology University | চাঁদপুর বিজ্ঞান ও প্রযুক্তি বিশ্ববিদ্যালয় | CSTU
Pirojpur Science and Technology University | পিরোজপুর বিজ্ঞান ও প্রযুক্তি বিশ্ববিদ্যালয় |
Naogaon University | নওগাঁ বিশ্ববিদ্যালয় |
Meherpur University | মেহেরপুর বিশ্ববিদ্যালয় | Mujibnagar University
Thakurgaon University | ঠাকুরগাঁও বিশ্ববিদ্যালয় |
Bogura Science and Technology University | বগুড়া বিজ্ঞান ও প্রযুক্তি বিশ্ববিদ্যালয় |
Military Institute of Science and Technology | মিলিটারি ইনস্টিটিউট অব সায়েন্স অ্যান্ড টেকনোলজি | MIST, এমআইএসটি
Islamic University of Technology | ইসলামিক ইউনিভার্সিটি অব টেকনোলজি | IUT, আইইউটি
Asian University for Women | এশিয়ান ইউনিভার্সিটি ফর উইমেন | AUW
North South University | নর্থ সাউথ বিশ্ববিদ্যালয় | NSU, নর্থ সাউথ ইউনিভার্সিটি
University of Science and Technology Chittagong | | USTC
Independent University, Bangladesh | ইন্ডিপেন্ডেন্ট ইউনিভার্সিটি, বাংলাদেশ | IUB, Independent University
Central Women's University | সেন্ট্রাল উইমেন্স ইউনিভার্সিটি | CWU
International University of Business Agriculture and Technology | | IUBAT
International Islamic University Chittagong | আন্তর্জাতিক ইসলামী বিশ্ববিদ্যালয় চট্টগ্রাম | IIUC
Ahsanullah University of Science and Technology | আহছানউল্লা বিজ্ঞান ও প্রযুক্তি বিশ্ববিদ্যালয় | AUST
American International University-Bangladesh | আমেরিকান ইন্টারন্যাশনাল ইউনিভার্সিটি-বাংলাদেশ | AIUB, American International University
East West University | ইস্ট ওয়েস্ট বিশ্ববিদ্যালয় | EWU, ইস্ট ওয়েস্ট ইউনিভার্সিটি
University of Asia Pacific | ইউনিভার্সিটি অব এশিয়া প্যাসিফিক | UAP
Gono Bishwabidyalay | গণ বিশ্ববিদ্যালয় | Gono University
People's University of Bangladesh | |
Asian University of Bangladesh | এশিয়ান ইউনিভার্সিটি অব বাংলাদেশ | AUB
Dhaka International University | ঢাকা ইন্টারন্যাশনাল ইউনিভার্সিটি |
Manarat International University | মানারাত ইন্টারন্যাশনাল ইউনিভার্সিটি | MIU
BRAC University | ব্র্যাক বিশ্ববিদ্যালয় | BRACU, BRAC, ব্র্যাক ইউনিভার্সিটি
Bangladesh University | বাংলাদেশ ইউনিভার্সিটি |
Leading University | লিডিং ইউনিভার্সিটি | LU
BGC Trust University Bangladesh | | BGCTUB, BGC Trust University
Sylhet International University | সিলেট ইন্টারন্যাশনাল ইউনিভার্সিটি | SIU
University of Development Alternative | | UODA
Premier University | প্রিমিয়ার বিশ্ববিদ্যালয় | PUC, Premier University Chittagong
Southeast University | সাউথইস্ট বিশ্ববিদ্যালয় | SEU
Daffodil International University | ড্যাফোডিল ইন্টারন্যাশনাল ইউনিভার্সিটি | DIU
Stamford University Bangladesh | স্টামফোর্ড ইউনিভার্সিটি বাংলাদেশ | Stamford University
State University of Bangladesh | স্টেট ইউনিভার্সিটি অব বাংলাদেশ | SUB
City University | সিটি ইউনিভার্সিটি | City University Bangladesh
Prime University | প্রাইম ইউনিভার্সিটি |
Northern University Bangladesh | নর্দান ইউনিভার্সিটি বাংলাদেশ | NUB, Northern University
Southern University Bangladesh | সাউদার্ন ইউনিভার্সিটি বাংলাদেশ | Southern University
Green University of Bangladesh | গ্রিন ইউনিভার্সিটি অব বাংলাদেশ | GUB, Green University
Pundra University of Science and Technology | |
World University of Bangladesh | ওয়ার্ল্ড ইউনিভার্সিটি অব বাংলাদেশ | WUB
Shanto-Mariam University of Creative Technology | শান্ত-মারিয়াম ইউনিভার্সিটি অব ক্রিয়েটিভ টেকনোলজি | SMUCT
The Millennium University | |
Eastern University | ইস্টার্ন ইউনিভার্সিটি | EU, Eastern University Bangladesh
Metropolitan University | মেট্রোপলিটন ইউনিভার্সিটি | MU, Metropolitan University Sylhet
Uttara University | উত্তরা ইউনিভার্সিটি | UU
United International University | ইউনাইটেড ইন্টারন্যাশনাল ইউনিভার্সিটি | UIU
Victoria University of Bangladesh | | VUB
University of South Asia | | UniSA
Presidency University | প্রেসিডেন্সি ইউনিভার্সিটি |
University of Information Technology and Sciences | | UITS
Primeasia University | প্রাইমএশিয়া ইউনিভার্সিটি | PAU
Royal University of Dhaka | রয়েল ইউনিভার্সিটি অব ঢাকা | RUD
University of Liberal Arts Bangladesh | ইউনিভার্সিটি অব লিবারেল আর্টস বাংলাদেশ | ULAB
Atish Dipankar University of Science and Technology | অতীশ দীপঙ্কর বিজ্ঞান ও প্রযুক্তি বিশ্ববিদ্যালয় | ADUST
Bangladesh University of Business and Technology | বাংলাদেশ ইউনিভার্সিটি অব বিজনেস অ্যান্ড টেকনোলজি | BUBT
ASA University Bangladesh | আশা ইউনিভার্সিটি বাংলাদেশ | ASAUB
East Delta University | ইস্ট ডেল্টা ইউনিভার্সিটি | EDU
European University of Bangladesh | ইউরোপিয়ান ইউনিভার্সিটি অব বাংলাদেশ | EUB
Varendra University | বরেন্দ্র বিশ্ববিদ্যালয় | VU
Hamdard University Bangladesh | হামদর্দ বিশ্ববিদ্যালয় বাংলাদেশ | HUB
BGMEA University of Fashion and Technology | | BUFT
North East University Bangladesh | | NEUB
First Capital University of Bangladesh | | FCUB
Ishakha International University | |
Z. H. Sikder University of Science and Technology | | ZHSUST
EXIM Bank Agricultural University Bangladesh | | EBAUB
North Western University | | NWU
Khwaja Yunus Ali University | খাজা ইউনুস আলী বিশ্ববিদ্যালয় | KYAU
Sonargaon University | সোনারগাঁও ইউনিভার্সিটি |
Feni University | ফেনী ইউনিভার্সিটি |
Britannia University | |
Port City International University | পোর্ট সিটি ইন্টারন্যাশনাল ইউনিভার্সিটি | PCIU
Bangladesh University of Health Sciences | | BUHS
Chittagong Independent University | চিটাগাং ইন্ডিপেন্ডেন্ট ইউনিভার্সিটি | CIU
Notre Dame University Bangladesh | নটর ডেম বিশ্ববিদ্যালয় বাংলাদেশ | NDUB
Times University Bangladesh | |
North Bengal International University | | NBIU
Fareast International University | | FIU
Rajshahi Science and Technology University | | RSTU
Cox's Bazar International University | | CBIU
Ranada Prasad Shaha University | রণদা প্রসাদ সাহা বিশ্ববিদ্যালয় | RPSU
German University Bangladesh | |
Global University Bangladesh | | Global University
CCN University of Science and Technology | | CCNUST
Bangladesh Army University of Science and Technology | | BAUST
Bangladesh Army University of Engineering and Technology | | BAUET
Bangladesh Army International University of Science and Technology | | BAIUST
International University of Scholars | | IUS, University of Scholars
Canadian University of Bangladesh | কানাডিয়ান ইউনিভার্সিটি অব বাংলাদেশ | CUB
N.P.I University of Bangladesh | | NPIUB
Northern University of Business and Technology Khulna | | NUBTK, NUBT
Rabindra Maitree University | রবীন্দ্র মৈত্রী বিশ্ববিদ্যালয় |
Rabindra University, Bangladesh | রবীন্দ্র বিশ্ববিদ্যালয়, বাংলাদেশ | RUB, Rabindra University
University of Creative Technology Chittagong | | UCTC
Central University of Science and Technology | | CUST
Tagore University of Creative Arts | | TUCA
University of Global Village | | UGV
Anwer Khan Modern University | | AKMU
ZNRF University of Management Sciences | | ZUMS
Ahsania Mission University of Science and Technology | | AMUST
Khulna Khan Bahadur Ahsanullah University | | KKBAU
Bandarban University | বান্দরবান বিশ্ববিদ্যালয় |
Shah Makhdum Management University | | SMMU
Trust University, Barishal | | Trust University
International Standard University | |
University of Brahmanbaria | |
University of Skill Enrichment and Technology | | USET
Microland University of Science and Technology | | MUST
R.T.M Al-Kabir Technical University | | RTM-AKTU
Dr. Momtaz Begum University of Science and Technology | |
Chattogram BGMEA University of Fashion and Technology | | CBUFT, Chittagong BGMEA University of Fashion and Technology
Teesta University, Rangpur | তিস্তা ইউনিভার্সিটি, রংপুর | Teesta University
International Islami University of Science and Technology Bangladesh | | IIUSTB
Lalon University of Science and Arts | |
Justice Abu Zafar Siddique Science and Technology University | | JAZSSTU
Rupayan A.K.M Shamsuzzoha University | |
Queens University | |
America Bangladesh University | |
Bangladesh Islami University | | BIU
IBAIS University | | IBAIS
Darul Ihsan University | দারুল ইহসান বিশ্ববিদ্যালয় |
`;
