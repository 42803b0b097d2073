/** Words that headings of papers print in many wordings: labels, exams, times, departments and titles of courses. */
export const HEADING_WORDS: readonly string[] = // Labels and what stands beside them.
  (
    "course code title name subject paper module number time times duration full total marks mark credit credits hours hour " +
    "minutes date section sections semester session term level year batch trimester group answer any all questions question " +
    "figures margin indicate teacher lecturer instructor student roll registration " +
    // Exams and their times.
    "final mid midterm test tests class quiz lab laboratory practical examination examinations exam exams improvement " +
    "supplementary backlog assessment held spring summer autumn fall winter january february march april june july august " +
    "september october november december first second third fourth " +
    // Universities and departments.
    "university department dept faculty school institute college campus bangladesh international national agricultural islamic " +
    "medical private science sciences engineering technology computer electrical electronic electronics communication business " +
    "administration mathematics physics chemistry statistics economics english bangla law pharmacy civil mechanical textile " +
    "bachelor master masters honours program programme " +
    // Titles of courses.
    "data structure structures algorithm algorithms database databases management operating system systems network networks " +
    "networking discrete calculus algebra linear differential equations equation integral geometry vector analysis design " +
    "programming program language languages software hardware digital logic circuit circuits signal signals processing theory " +
    "computation compiler architecture organization microprocessor microprocessors interfacing artificial intelligence machine " +
    "learning mining security cryptography information numerical methods method probability random object oriented web " +
    "development mobile application applications graphics image pattern recognition parallel distributed embedded control power " +
    "machines energy materials material mechanics thermodynamics fluid structural strength surveying accounting finance financial " +
    "marketing principles principle introduction advanced fundamentals basic basics applied general organic inorganic physical " +
    "biology history society studies culture policy human resource behaviour behavior environment environmental ethics research " +
    "project communications wireless optical microwave antenna solid state devices device measurement instrumentation quantum " +
    "modern statistical " +
    // Short words between others.
    "of the for and set sec no"
  ).split(" ");

/**
 * Prefixes of course codes at universities in Bangladesh. An unknown prefix is accepted only next to a label.
 */
export const PREFIXES: ReadonlySet<string> = new Set(
  (
    "CSE EEE ECE ETE ICE ICT IT CIT SWE CS SE BBA MBA MATH MAT MTH PHY PHYS CHE CHEM CHM STAT STA STT ECO ECON ENG " +
    "ENGL ACC ACN ACT AIS FIN MKT MGT HRM MIS CE ME IPE TE ARCH URP WRE MME NAME BME MSE GED HUM HSS BAN BNG LAW LLB PHR " +
    "PHARM BIO BOT ZOO GEB BMB MIC SOC POL PAD HIS ISL PSY PHI GEO ESE NFE AGR BUS LIB EDU SSW JMC MCJ ANT BTM CEE MPE TVE INB"
  ).split(" "),
);
