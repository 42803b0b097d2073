import { question, type SamplePaper, table } from "../lib/sample-paper.ts";

const THREE_HOURS = { time: "3 hours", marks: "72" };
const FINAL_RULES = `<p class="rules">Answer any <b>SIX</b> of the following questions, three from each section.
  Figures in the right margin indicate full marks. Use separate answer scripts for each section.</p>`;

const BEAM = `<svg viewBox="0 0 420 120" width="420"><path d="M40 60H380" stroke-width="4"/>
  <path d="M40 62l-12 22h24zM300 62l-12 22h24z" fill="none"/><path d="M20 86h40M280 86h40"/>
  <path d="M120 14v40m-5-9l5 10 5-10M380 14v40m-5-9l5 10 5-10"/>
  <path d="M180 40h120M180 40v16m30-16v16m30-16v16m30-16v16m30-16v16"/>
  <g><text x="102" y="12">20 kN</text><text x="362" y="12">10 kN</text><text x="212" y="34">8 kN/m</text>
  <text x="34" y="106">A</text><text x="116" y="80">B</text><text x="176" y="80">C</text><text x="294" y="106">D</text>
  <text x="376" y="80">E</text><text x="72" y="100">2 m</text><text x="140" y="100">1.5 m</text>
  <text x="226" y="100">3 m</text><text x="332" y="100">2 m</text></g></svg>`;

/** Question papers in English. */
export const englishPapers: SamplePaper[] = [
  {
    name: "CSE-2103-final-2024.pdf",
    look: "print",
    item: 63,
    ...THREE_HOURS,
    body: `${FINAL_RULES}<h2>SECTION – A</h2>
    ${question(
      1,
      [
        "Define a data structure. Distinguish between linear and non-linear data structures with one example of each.",
        "4",
      ],
      [
        "What is meant by the complexity of an algorithm? Arrange the following in increasing order of growth: <i>n</i>&sup2;, log <i>n</i>, <i>n</i>!, <i>n</i> log <i>n</i>, 2<sup><i>n</i></sup>.",
        "4",
      ],
      [
        "A two-dimensional array A[1:20, 1:15] is stored in column-major order with base address 2000 and 4 bytes per element. Find the address of A[12, 9].",
        "4",
      ],
    )}
    ${question(
      2,
      [
        "Write an algorithm to insert a node after a given location in a singly linked list. Mention what happens when the list is empty.",
        "5",
      ],
      [
        "Convert <code>(A + B) * C - D / (E + F)</code> to postfix by using a stack. Show the stack after every step.",
        "4",
      ],
      ["Why is a circular queue preferred to a linear queue? Explain with a queue of five cells.", "3"],
    )}
    ${question(
      3,
      ["Sort <code>38, 12, 55, 7, 41, 19, 3</code> by merge sort, showing each pass.", "5"],
      [
        "Derive the worst-case running time of quick sort. When does it occur, and how can it be avoided?",
        "4",
      ],
      ["Is binary search possible on a linked list? Justify your answer.", "3"],
    )}
    ${question(
      4,
      ["Explain row-wise and column-wise storage of a sparse matrix.", "4"],
      [
        "Write a recursive procedure for the Tower of Hanoi with <i>n</i> discs and find how many moves it needs.",
        "8",
      ],
    )}
    <h2>SECTION – B</h2>
    ${question(
      5,
      [
        "Insert <code>50, 30, 70, 20, 40, 60, 80, 35</code> into an empty binary search tree. Draw the tree, then delete 30 and draw it again.",
        "6",
      ],
      [
        "The in-order and pre-order traversals of a binary tree are <code>D B E A F C</code> and <code>A B D E C F</code>. Construct the tree.",
        "6",
      ],
    )}
    ${question(
      6,
      ["What is an AVL tree? Show the four rotations with suitable figures.", "6"],
      ["Build a max-heap from <code>12, 9, 25, 31, 17, 40</code> and show two deletions from it.", "6"],
    )}
    ${question(
      7,
      [
        "Represent the graph below by its adjacency matrix and its adjacency list: V = {1, 2, 3, 4, 5}, E = {(1,2), (1,3), (2,4), (3,4), (4,5)}.",
        "4",
      ],
      ["Write the breadth-first search algorithm and trace it on this graph from vertex 1.", "5"],
      ["What is a topological order? Why has a graph with a cycle none?", "3"],
    )}
    ${question(
      8,
      [
        "What is hashing? Store <code>27, 43, 13, 65, 79, 39</code> in a table of 11 cells with <i>h</i>(<i>k</i>) = <i>k</i> mod 11 and linear probing.",
        "6",
      ],
      ["Compare open addressing with chaining. Which one would you use when deletions are frequent?", "6"],
    )}`,
  },
  {
    name: "DBMS-CSE3105-2024.pdf",
    look: "print",
    item: 66,
    time: "3 hours",
    marks: "48",
    body: `<p class="rules">Answer any <b>FOUR</b> questions, two from each section. Figures in the right margin
    indicate full marks.</p><h2>SECTION – A</h2>
    ${question(
      1,
      [
        "What are the drawbacks of keeping data in ordinary files? How does a database management system overcome them?",
        "5",
      ],
      [
        "Explain the three levels of data abstraction with a figure. What is physical data independence?",
        "7",
      ],
    )}
    ${question(
      2,
      [
        "A library lends books to its members. A book has many copies; a member may borrow at most five copies at a time; fines are charged for late returns. Draw an entity-relationship diagram with keys, cardinalities and participation.",
        "8",
      ],
      ["Distinguish between a weak and a strong entity set.", "4"],
    )}
    ${question(
      3,
      [
        `Consider the relations<br><code>student(<u>roll</u>, name, dept, cgpa)</code><br>
        <code>course(<u>code</u>, title, credit)</code>, <code>takes(<u>roll, code</u>, year, grade)</code><br>
        Write SQL for: (i) names of students of CSE who took "Operating Systems"; (ii) the average CGPA of each department with more than 20 students; (iii) students who took no course in 2023.`,
        "9",
      ],
      ["Write (i) of the above in relational algebra.", "3"],
    )}
    <h2>SECTION – B</h2>
    ${question(
      4,
      ["Let R(A, B, C, D, E) with F = {A → BC, CD → E, B → D, E → A}. Find all candidate keys of R.", "5"],
      ["Is R in BCNF? If not, decompose it into BCNF without loss.", "7"],
    )}
    ${question(
      5,
      ["State the ACID properties of a transaction and what goes wrong without each of them.", "6"],
      [
        `Test the schedule for conflict serializability by its precedence graph: ${table(
          ["Time", "T<sub>1</sub>", "T<sub>2</sub>", "T<sub>3</sub>"],
          [
            ["1", "read(X)", "", ""],
            ["2", "", "read(Y)", ""],
            ["3", "write(X)", "", ""],
            ["4", "", "", "read(X)"],
            ["5", "", "write(Y)", ""],
            ["6", "", "", "write(Y)"],
          ],
        )}`,
        "6",
      ],
    )}
    ${question(
      6,
      ["Construct a B<sup>+</sup>-tree of order 4 for the keys 5, 9, 13, 17, 21, 25, 29, 33.", "6"],
      ["What is write-ahead logging? Explain recovery after a crash with immediate modification.", "6"],
    )}`,
  },
  {
    name: "MATH2153-ODE-Final-24.pdf",
    look: "print",
    item: 36,
    ...THREE_HOURS,
    body: `<p class="rules">Answer any <b>SIX</b> questions. All questions carry equal marks.</p>
    ${question(
      1,
      [
        "Form the differential equation of all circles that touch the <i>y</i>-axis at the origin. State its order and degree.",
        "6",
      ],
      [
        "Solve: (1 + <i>x</i>&sup2;) <i>dy</i>/<i>dx</i> + 2<i>xy</i> = 4<i>x</i>&sup2;, given that <i>y</i>(0) = 0.",
        "6",
      ],
    )}
    ${question(
      2,
      [
        "Show that (2<i>xy</i> + 3) <i>dx</i> + (<i>x</i>&sup2; − 1) <i>dy</i> = 0 is exact, and solve it.",
        "6",
      ],
      [
        "Solve the Bernoulli equation <i>dy</i>/<i>dx</i> + <i>y</i>/<i>x</i> = <i>x</i>&sup2;<i>y</i>&sup3;.",
        "6",
      ],
    )}
    ${question(
      3,
      ["Solve: (D&sup2; − 5D + 6) <i>y</i> = e<sup>2<i>x</i></sup> + sin <i>x</i>.", "6"],
      ["Solve by the method of undetermined coefficients: <i>y</i>″ + 4<i>y</i> = 8<i>x</i>&sup2;.", "6"],
    )}
    ${question(
      4,
      [
        "By variation of parameters solve <i>y</i>″ + <i>y</i> = sec <i>x</i>, −π/2 &lt; <i>x</i> &lt; π/2.",
        "7",
      ],
      [
        "Define the Wronskian. Are e<sup><i>x</i></sup>, <i>x</i>e<sup><i>x</i></sup> and <i>x</i>&sup2;e<sup><i>x</i></sup> linearly independent?",
        "5",
      ],
    )}
    ${question(
      5,
      [
        "Solve the Cauchy–Euler equation <i>x</i>&sup2;<i>y</i>″ − 3<i>xy</i>′ + 4<i>y</i> = <i>x</i>&sup2; ln <i>x</i>.",
        "6",
      ],
      [
        "A tank holds 100 litres of water in which 5 kg of salt are dissolved. Brine with 0.2 kg of salt per litre enters at 4 litres a minute, and the mixture leaves at the same rate. How much salt is in the tank after 25 minutes?",
        "6",
      ],
    )}
    ${question(
      6,
      [
        "Find the power series solution of <i>y</i>″ − <i>xy</i> = 0 about <i>x</i> = 0, up to the term in <i>x</i><sup>6</sup>.",
        "7",
      ],
      [
        "Classify the singular points of <i>x</i>&sup2;(<i>x</i> − 1) <i>y</i>″ + <i>x</i> <i>y</i>′ + 3<i>y</i> = 0.",
        "5",
      ],
    )}
    ${question(
      7,
      [
        "Solve the system <i>dx</i>/<i>dt</i> = 3<i>x</i> − 2<i>y</i>, <i>dy</i>/<i>dt</i> = 2<i>x</i> − 2<i>y</i>, with <i>x</i>(0) = 1 and <i>y</i>(0) = 0.",
        "6",
      ],
      ["Find the Laplace transform of <i>t</i> e<sup>−<i>t</i></sup> cos 2<i>t</i>.", "6"],
    )}`,
  },
  {
    name: "Scan 0041.pdf",
    look: "scan",
    item: 96,
    time: "1 hour 30 minutes",
    marks: "30",
    body: `<p class="rules">Answer <b>all</b> questions. Figures in the right margin indicate full marks.</p>
    ${question(1, ["What is an abstract data type? Write the operations of a stack as an abstract data type.", "4"], ["Which of an array and a linked list would you choose for a list of students that changes every day? Give two reasons.", "3"])}
    ${question(2, ["Evaluate the postfix expression <code>6 2 3 + - 3 8 2 / + *</code> by a stack. Show every step.", "5"], ["Write an algorithm that tells whether the brackets of an expression are balanced.", "4"])}
    ${question(3, ["Draw a circular queue of 6 cells after: enqueue 5, 8, 2, 9; dequeue; dequeue; enqueue 4, 7, 1. Show FRONT and REAR each time.", "6"])}
    ${question(4, ["Write a function to reverse a singly linked list without a second list.", "5"], ["Find the running time of the following and express it in big-O notation.<pre>for (i = 1; i &lt;= n; i *= 2)\n    for (j = 0; j &lt; n; j++)\n        count++;</pre>", "3"])}`,
  },
  {
    name: "CE2201 term final.pdf",
    look: "scan",
    item: 7,
    time: "3 hours",
    marks: "105",
    body: `<p class="rules">Answer any <b>THREE</b> questions. Assume reasonable data that are not given.</p>
    ${question(1, [`Draw the shear force and bending moment diagrams of the beam shown in Fig. 1. Locate the point of contraflexure.<figure>${BEAM}<figcaption>Fig. 1</figcaption></figure>`, "25"], ["Derive the relation between load, shear force and bending moment.", "10"])}
    ${question(2, ["A steel rod of 25 mm diameter and 2 m length carries an axial pull of 80 kN. Find the stress, the strain and the elongation. Take <i>E</i> = 200 GPa.", "15"], ["Define Poisson's ratio and the modulus of rigidity. Show that <i>E</i> = 2<i>G</i>(1 + ν).", "20"])}
    ${question(3, ["A hollow shaft of 80 mm outer and 60 mm inner diameter turns at 180 rpm and transmits 40 kW. Find the largest shearing stress in it.", "20"], ["State the assumptions of the theory of simple bending.", "15"])}
    ${question(4, ["By Mohr's circle find the principal stresses for σ<sub>x</sub> = 60 MPa, σ<sub>y</sub> = −20 MPa and τ<sub>xy</sub> = 30 MPa.", "20"], ["A T-section has a flange of 150 × 20 mm and a web of 20 × 130 mm. Find its moment of inertia about the horizontal centroidal axis.", "15"])}`,
  },
  {
    name: "marketing 2024.pdf",
    look: "scan",
    item: 73,
    time: "2 hours",
    marks: "50",
    body: `<p class="rules">Answer any <b>FIVE</b> questions. Each question carries 10 marks.</p>
    ${question(1, ["Define marketing. How do needs, wants and demands differ?", "5"], ["Explain the societal marketing concept with an example from Bangladesh.", "5"])}
    ${question(2, ["What is market segmentation? Discuss the bases on which a toothpaste maker may segment its market.", "10"])}
    ${question(3, ["Draw the product life cycle and name one strategy for each stage.", "6"], ["Why do many new products fail?", "4"])}
    ${question(4, ["A firm has fixed costs of Tk. 600,000 and a variable cost of Tk. 40 a unit. It expects to sell 20,000 units. Find the price by mark-up pricing with 20% on sales, and the break-even volume at this price.", "10"])}
    ${question(5, ["What is a marketing channel? Compare intensive, selective and exclusive distribution.", "6"], ["How does mobile banking change the work of a retailer?", "4"])}
    ${question(6, ["Distinguish between advertising and sales promotion. Which suits a new brand of tea, and why?", "10"])}`,
  },
  {
    name: "IMG_20250807_112045.jpg",
    look: "photo",
    item: 132,
    time: "1 hour 30 minutes",
    marks: "30",
    body: `<p class="rules">Answer <b>all</b> questions. Figures in the right margin indicate full marks.</p>
    ${question(1, ["What is the difference between a data type and a data structure?", "3"], ["Write an algorithm for deletion from a doubly linked list.", "5"])}
    ${question(2, ["Convert <code>A * (B + C / D) - E</code> to prefix and to postfix.", "4"], ["How can a queue be made with two stacks? What does each operation cost?", "5"])}
    ${question(3, ["Trace insertion sort on <code>23, 11, 45, 9, 31</code>. How many comparisons are made?", "5"])}
    ${question(4, ["Define a complete binary tree and a full binary tree. How many nodes has a full binary tree of height 5?", "4"], ["Write the recursive in-order traversal and find what it prints for the expression tree of (3 + 4) * (9 − 2).", "4"])}`,
  },
];
