/** Words for invented course titles. They are from no university's list of courses. */
export interface Faculty {
  department: string;
  /** The first letters of the codes. */
  letters: string[];
  /** How common its courses are. */
  weight: number;
  topics: string[];
}

const topics = (text: string): string[] => text.trim().split(/\s*;\s*/);

export const faculties: Faculty[] = [
  {
    department: "CSE",
    letters: ["CSE", "SWE", "CS"],
    weight: 9,
    topics:
      topics(`Data Structures; Data Structures and Algorithms; Design and Analysis of Algorithms; Operating Systems;
      Database Management Systems; Computer Networks; Software Engineering; Artificial Intelligence; Machine Learning;
      Compiler Design; Theory of Computation; Discrete Mathematics; Computer Graphics; Digital Logic Design;
      Computer Organization and Architecture; Object Oriented Programming; Structured Programming Language;
      Web Engineering; Human Computer Interaction; Information Security; Cloud Computing; Distributed Systems;
      Natural Language Processing; Digital Image Processing; Pattern Recognition; Data Mining; Big Data Analytics;
      Mobile Application Development; System Analysis and Design; Microprocessors and Microcontrollers;
      Numerical Methods; Simulation and Modeling; Parallel Computing; Embedded Systems; Internet of Things;
      Cryptography; Bioinformatics; Software Testing and Quality Assurance; Computer Peripherals and Interfacing;
      Wireless Networks; Game Development; Robotics; Deep Learning; Information Retrieval; Blockchain Technology`),
  },
  {
    department: "EEE",
    letters: ["EEE", "ECE", "ETE"],
    weight: 7,
    topics:
      topics(`Electrical Circuits; Electronic Devices and Circuits; Signals and Systems; Electrical Machines;
      Power System Analysis; Power System Protection; Power Electronics; Control Systems; Digital Signal Processing;
      Digital Electronics; Analog Communication; Digital Communication; Electromagnetic Fields and Waves;
      Microwave Engineering; Optical Fiber Communication; Renewable Energy; High Voltage Engineering;
      Switchgear and Protection; Measurement and Instrumentation; Solid State Devices; VLSI Design;
      Transmission and Distribution; Antennas and Propagation; Satellite Communication; Energy Conversion;
      Random Signals and Processes; Industrial Electronics; Biomedical Instrumentation; Semiconductor Physics;
      Telecommunication Engineering; Power Plant Engineering; Nanoelectronics`),
  },
  {
    department: "BBA",
    letters: ["BUS", "MGT", "ACT", "FIN", "MKT", "HRM"],
    weight: 7,
    topics: topics(`Principles of Management; Financial Accounting; Cost Accounting; Managerial Accounting;
      Principles of Marketing; Business Mathematics; Business Statistics; Business Communication; Business Law;
      Organizational Behavior; Human Resource Management; Operations Management; Strategic Management;
      Supply Chain Management; Consumer Behavior; Brand Management; International Business; Corporate Finance;
      Investment Analysis and Portfolio Management; Banking and Insurance; Auditing; Taxation; Entrepreneurship;
      Management Information Systems; Project Management; Marketing Research; Services Marketing; Public Finance;
      Compensation Management; Industrial Relations; Financial Markets and Institutions; Business Ethics;
      Advertising and Promotion; Retail Management; Microeconomics; Macroeconomics`),
  },
  {
    department: "Civil",
    letters: ["CE", "WRE"],
    weight: 5,
    topics:
      topics(`Mechanics of Solids; Structural Analysis; Design of Concrete Structures; Design of Steel Structures;
      Fluid Mechanics; Open Channel Flow; Hydrology; Irrigation and Flood Control; Soil Mechanics;
      Foundation Engineering; Transportation Engineering; Pavement Design; Traffic Engineering; Environmental Engineering;
      Water Supply Engineering; Waste Management; Surveying; Engineering Materials; Construction Management;
      Quantity Surveying; Earthquake Engineering; Bridge Engineering; Coastal Engineering; Engineering Geology`),
  },
  {
    department: "Mechanical",
    letters: ["ME", "IPE"],
    weight: 4,
    topics: topics(`Thermodynamics; Heat Transfer; Fluid Machinery; Mechanics of Machinery; Machine Design;
      Manufacturing Processes; Engineering Mechanics; Internal Combustion Engines; Refrigeration and Air Conditioning;
      Mechanical Vibration; Automobile Engineering; Production Planning and Control; Metallurgy; Tribology;
      Mechatronics; Aerodynamics; Industrial Management; Product Design; Computer Aided Design; Welding Technology`),
  },
  {
    department: "Science",
    letters: ["PHY", "CHEM", "MATH", "STAT"],
    weight: 6,
    topics:
      topics(`Physics; Mechanics and Properties of Matter; Waves and Oscillations; Optics; Quantum Mechanics;
      Nuclear Physics; Solid State Physics; Electricity and Magnetism; Statistical Mechanics; Chemistry;
      Organic Chemistry; Inorganic Chemistry; Physical Chemistry; Analytical Chemistry; Differential Calculus;
      Integral Calculus; Linear Algebra; Ordinary Differential Equations; Partial Differential Equations;
      Complex Analysis; Real Analysis; Abstract Algebra; Coordinate Geometry; Vector Analysis; Number Theory; Topology;
      Probability; Probability and Statistics; Sampling Techniques; Regression Analysis; Design of Experiments;
      Mathematical Methods; Operations Research; Fourier Analysis`),
  },
  {
    department: "Pharmacy",
    letters: ["PHR", "BIO", "MIC"],
    weight: 3,
    topics: topics(`Pharmacology; Pharmacognosy; Medicinal Chemistry; Biopharmaceutics and Pharmacokinetics;
      Pharmaceutical Technology; Human Anatomy; Human Physiology; Biochemistry; Microbiology; Immunology; Genetics;
      Molecular Biology; Cell Biology; Toxicology; Hospital Pharmacy; Clinical Pharmacy; Cosmetology; Biotechnology;
      Pathology; Nutrition; Epidemiology; Virology`),
  },
  {
    department: "Humanities",
    letters: ["HUM", "ENG", "LAW", "SOC", "ECO"],
    weight: 5,
    topics:
      topics(`History of the Emergence of Bangladesh; Bangladesh Studies; English Composition; English Literature;
      Linguistics; Literary Criticism; Shakespeare; Romantic Poetry; Victorian Novel; Sociology; Social Psychology;
      Political Thought; International Relations; Public Administration; Constitutional Law; Criminal Law; Law of Contract;
      Law of Evidence; Jurisprudence; Muslim Law; Labour Law; Land Law; Development Economics; Agricultural Economics;
      Econometrics; Monetary Economics; Philosophy; Ethics; Logic; Journalism; Mass Communication; Gender Studies;
      Rural Development; Cultural Anthropology; World Civilization; Governance and Development`),
  },
];

export const modifiers =
  topics(`Introduction to *; Advanced *; Applied *; Fundamentals of *; * Lab; * Sessional; * I; * II; * III;
  Topics in *; * and Its Applications; * for Engineers; Elements of *; Basic *; Modern *; Seminar on *`);

/** Bangla words, each with a common spelling in Latin letters, written by hand. */
const bangla = (text: string): [string, string][] =>
  topics(text).map((pair): [string, string] => {
    const [title = "", typed = ""] = pair.split(/\s*=\s*/);
    return [title, typed];
  });

export const banglaTopics = bangla(`গণিত = gonit; উচ্চতর গণিত = uchchotor gonit; পদার্থ বিজ্ঞান = podartho biggan;
  রসায়ন = rosayon; জৈব রসায়ন = joibo rosayon; জীববিজ্ঞান = jibbiggan; পরিসংখ্যান = porisongkhan; অর্থনীতি = orthoniti;
  সমাজবিজ্ঞান = somajbiggan; রাষ্ট্রবিজ্ঞান = rastrobiggan; ইতিহাস = itihas; ইসলামের ইতিহাস = islamer itihas;
  বাংলা সাহিত্য = bangla sahitto; বাংলা ব্যাকরণ = bangla bakoron; বাংলা উপন্যাস = bangla uponnas; বাংলা কবিতা = bangla kobita;
  বাংলা নাটক = bangla natok; ভাষাবিজ্ঞান = bhashabiggan; দর্শন = dorshon; মনোবিজ্ঞান = monobiggan; ভূগোল = bhugol;
  পরিবেশ বিজ্ঞান = poribesh biggan; হিসাববিজ্ঞান = hisabbiggan; ব্যবস্থাপনা = babosthapona; সাংবিধানিক আইন = sangbidhanik ain;
  চুক্তি আইন = chukti ain; ফৌজদারি আইন = foujdari ain; আন্তর্জাতিক সম্পর্ক = antorjatik somporko;
  লোক প্রশাসন = lok proshashon; শিক্ষা মনোবিজ্ঞান = shikkha monobiggan; শিক্ষাক্রম ও মূল্যায়ন = shikkhakrom o mullayon;
  তাপগতিবিদ্যা = tapgotibidda; আলোকবিজ্ঞান = alokbiggan; স্থিতিবিদ্যা = sthitibidda; গতিবিদ্যা = gotibidda;
  অণুজীববিজ্ঞান = onujibbiggan; প্রাণিবিজ্ঞান = pranibiggan; উদ্ভিদবিজ্ঞান = udvidbiggan; কৃষি অর্থনীতি = krishi orthoniti;
  সামষ্টিক অর্থনীতি = samoshtik orthoniti; ব্যষ্টিক অর্থনীতি = bastik orthoniti; মুদ্রা ও ব্যাংকিং = mudra o banking;
  বাংলাদেশের অভ্যুদয়ের ইতিহাস = bangladesher obbhudoyer itihas; মধ্যযুগের সাহিত্য = moddhojuger sahitto;
  লোকসাহিত্য = loksahitto; নৃবিজ্ঞান = nribiggan; গবেষণা পদ্ধতি = gobeshona poddhoti; সমাজকর্ম = somajkormo;
  ডাটা স্ট্রাকচার = data structure; অপারেটিং সিস্টেম = operating system; কম্পিউটার নেটওয়ার্ক = computer network;
  কম্পিউটার প্রোগ্রামিং = computer programming; গ্রন্থাগার ব্যবস্থাপনা = gronthagar babosthapona;
  পুষ্টি বিজ্ঞান = pushti biggan; গার্হস্থ্য অর্থনীতি = garhosto orthoniti; সাংবাদিকতা = sangbadikota; পালি সাহিত্য = pali sahitto`);

/** `*` stands for the topic. */
export const banglaModifiers = bangla(`* = *; * প্রথম পত্র = * prothom potro; * দ্বিতীয় পত্র = * ditiyo potro;
  * পরিচিতি = * porichiti; আধুনিক * = adhunik *; ব্যবহারিক * = baboharik *; প্রাথমিক * = prathomik *; তুলনামূলক * = tulonamulok *;
  ফলিত * = folito *`);

export const universities = [
  "Nodi University of Engineering and Technology",
  "Padma Science University",
  "Meghna University",
  "Jamuna International University",
  "Karnaphuli University of Science",
  "Surma Agricultural University",
  "City Model College",
  "Sundarban Open University",
  "Northern Delta University",
  "Hill Tracts Technical College",
];
