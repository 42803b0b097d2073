/** Lists common short names of courses in Bangladesh. Admins can change this list. */
const STARTERS = `ds: data structures, discrete mathematics
dsa: data structures and algorithms
algo: algorithms
dbms: database management systems, database systems
db: database
os: operating systems
oop: object oriented programming
spl: structured programming language
sp: structured programming
ai: artificial intelligence
ml: machine learning
dl: deep learning
nlp: natural language processing
cv: computer vision
toc: theory of computation
cd: compiler design
dld: digital logic design
dsd: digital system design
coa: computer organization and architecture
ca: computer architecture
co: computer organization
cn: computer networks
dcn: data communication and networking
dc: data communication
se: software engineering
sad: system analysis and design
sdp: software development project
hci: human computer interaction
mad: mobile application development
web: web engineering, web programming
dm: discrete mathematics, data mining
na: numerical analysis, numerical methods
nm: numerical methods
cg: computer graphics
dip: digital image processing
dsp: digital signal processing
ss: signals and systems
mp: microprocessor, microprocessors and microcontrollers
mpmc: microprocessors and microcontrollers
iot: internet of things
is: information security, information systems
ns: network security
ict: information and communication technology
cc: cloud computing
dwm: data warehousing and mining
la: linear algebra
calc: calculus
de: differential equations
ode: ordinary differential equations
pde: partial differential equations
cvla: complex variables and laplace transform
stat: statistics
prob: probability
phy: physics
chem: chemistry
bio: biology
math: mathematics
maths: mathematics
eee: electrical and electronic engineering
bee: basic electrical engineering
ec: electrical circuits, electronic circuits
ed: electronic devices
edc: electronic devices and circuits
em: electrical machines, electromagnetics, engineering mechanics
emf: electromagnetic fields
psa: power system analysis
psp: power system protection
pe: power electronics
cs: control systems, communication systems
vlsi: very large scale integration
mc: microcontroller
tl: transmission lines
som: strength of materials, mechanics of solids
mos: mechanics of solids
sa: structural analysis
rcc: reinforced concrete
rcd: reinforced concrete design
fm: fluid mechanics, financial management, financial markets
thermo: thermodynamics
ht: heat transfer
hmt: heat and mass transfer
ic: internal combustion engines
tom: theory of machines
md: machine design
gt: geotechnical engineering
te: transportation engineering
ee: environmental engineering
qs: quantity surveying
mis: management information systems
hrm: human resource management
ob: organizational behavior
pom: principles of management, production and operations management
pm: principles of marketing, project management
mkt: marketing
mgt: management
acc: accounting
fa: financial accounting
ma: managerial accounting
ca1: cost accounting
fin: finance
bf: business finance
bc: business communication
bl: business law
bs: business statistics
bm: business mathematics
be: business ethics
eco: economics
micro: microeconomics
macro: macroeconomics
me: managerial economics
ib: international business
sm: strategic management
scm: supply chain management
cb: consumer behavior
om: operations management
ent: entrepreneurship
bds: bangladesh studies
bd: bangladesh
hoeb: history of the emergence of bangladesh
eng: english
lit: literature
soc: sociology
psy: psychology
phil: philosophy
env: environment, environmental
pharma: pharmacology, pharmacy
biochem: biochemistry
anat: anatomy
physio: physiology
law: law
jur: jurisprudence
crpc: code of criminal procedure
cpc: code of civil procedure
ir: international relations`;

const rows = STARTERS.split("\n").flatMap((line) => {
  const [alias = "", phrases = ""] = line.split(": ");
  return phrases.split(", ").map((phrase) => `('${alias}', '${phrase}')`);
});

/** Lists the statements for the short names that the search knows. */
export const searchAliases = [
  `create table "searchAlias" (
    alias text not null, phrase text not null,
    constraint "searchAlias_key" primary key (alias, phrase)
  )`,
  `insert into "searchAlias" (alias, phrase) values ${rows.join(", ")}`,
];
