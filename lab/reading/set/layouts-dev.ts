import { heading as h, only } from "./heading.ts";
import { examAndWhen, examOfSemester, type Layout } from "./layout.ts";

/** The layouts of the half that changes are tuned on. */
export const developmentLayouts: Layout[] = [
  {
    name: "centred",
    suits: "both",
    style: `header { text-align: center } h1 { font-size: 1.4em } .exam { font-weight: bold }
      .row { display: flex; justify-content: space-between; border-bottom: 1px solid; margin-top: .4em }`,
    draw: (p) => h`<h1>${p.university}</h1>${only(p.choose(3) === 0, () => h`<p>${p.school}</p>`)}
      <p>${p.department}</p><p class="exam">${examOfSemester(p)}</p>
      ${only(p.session, () => h`<p>${p.session}</p>`)}
      <p>${p.labels.code} ${p.code} &emsp; ${p.labels.title} ${p.title}</p>
      <div class="row"><span>${p.time}</span>${only(p.date, () => h`<span>${p.date}</span>`)}${only(
        p.set,
        () => h`<span>${p.set}</span>`,
      )}<span>${p.marks}</span></div>`,
  },
  {
    name: "three-columns",
    suits: "both",
    style: `header { display: grid; grid-template-columns: 1fr 2.2fr 1fr; border-bottom: 2px solid; padding-bottom: .5em; font-size: .94em }
      .middle { text-align: center } .middle b { font-size: 1.2em } .right { text-align: right }`,
    draw: (
      p,
    ) => h`<div><p>${p.labels.code}</p><p><b>${p.code}</b></p>${only(p.credit, () => h`<p>${p.credit}</p>`)}
      ${only(p.set, () => h`<p>${p.set}</p>`)}</div>
      <div class="middle"><p><b>${p.university}</b></p><p>${p.department}</p><p>${examAndWhen(p)}</p>
      ${only(p.semester, () => h`<p>${p.semester}</p>`)}${only(p.session, () => h`<p>${p.session}</p>`)}
      <p><b>${p.title}</b></p></div>
      <div class="right"><p>${p.time}</p><p>${p.marks}</p>${only(p.date, () => h`<p>${p.date}</p>`)}</div>`,
  },
  {
    name: "code-and-title",
    suits: "both",
    style: `header { text-align: center } h1 { font-size: 1.25em; text-transform: uppercase } h2 { font-size: 1.1em; border: 1px solid; display: inline-block; padding: .1em 1em }
      .row { display: flex; justify-content: space-between }`,
    draw: (p) => h`<h1>${p.university}</h1><p>${p.department}</p><p>${examOfSemester(p, " - ")}</p>
      <h2>${p.labels.sometimes}${p.code}${p.choose(2) ? ": " : " "}${p.title}</h2>
      <div class="row"><span>${p.marks}</span>${only(p.session, () => h`<span>${p.session}</span>`)}${only(
        p.date,
        () => h`<span>${p.date}</span>`,
      )}<span>${p.time}</span></div>${only(p.set, () => h`<p>${p.set}</p>`)}`,
  },
  {
    name: "slip",
    suits: "tests",
    style: `h1 { font-size: 1.1em; text-align: center } .two { display: flex; justify-content: space-between } header { border-bottom: 1px dashed; padding-bottom: .6em }`,
    draw: (p) => h`<h1>${p.university}</h1><p style="text-align:center">${p.short}${only(
      p.semester,
      () => h` ${p.semester}`,
    )}</p>
      <div class="two"><span><b>${p.exam}</b></span><span>${p.labels.sometimes}${p.code} (${p.title})</span></div>
      <div class="two"><span>${p.time}, ${p.marks}</span>${only(p.date ?? p.when, () => h`<span>${p.date ?? p.when}</span>`)}</div>
      ${only(p.session, () => h`<p>${p.session}</p>`)}
      <div class="two"><span>${p.labels.roll}</span>${only(p.set, () => h`<span>${p.set}</span>`)}</div>`,
  },
  {
    name: "engineering",
    suits: "finals",
    style: `header { text-align: center } h1 { font-size: 1.15em } .sub { font-weight: bold }
      .row { display: flex; justify-content: space-between; margin: .5em 0 } .fine { font-size: .9em }`,
    draw: (p) => h`<h1>${p.university}, ${p.head === "en" ? "Dhaka" : "ঢাকা"}</h1>
      <p>${only(p.semester, () => h`${p.semester} `)}${
        p.head === "en" ? "B. Sc. Engineering " : "বি.এস.সি. ইঞ্জিনিয়ারিং "
      }${examAndWhen(p, " ")}</p>${only(p.session, () => h`<p>${p.session}</p>`)}
      <p class="sub">${p.head === "en" ? "Sub: " : "বিষয়: "}${p.code} (${p.title})</p>
      <div class="row"><span>${p.marks}</span><span>${p.time}</span></div>
      <p class="fine">${p.head === "en" ? "The figures in the margin indicate full marks." : "ডান পাশের সংখ্যা পূর্ণমান জ্ঞাপক।"}</p>`,
  },
  {
    name: "label-grid",
    suits: "both",
    style: `h1 { font-size: 1.3em; text-align: center } .c { text-align: center } dl { display: grid; grid-template-columns: max-content 1fr max-content max-content; gap: 0 .8em; margin: .5em 0; border-top: 1px solid; border-bottom: 1px solid }
      dt { font-weight: bold } dd { margin: 0 }`,
    draw: (p) => h`<h1>${p.university}</h1><p class="c">${p.school}</p><p class="c">${p.department}</p>
      <p class="c"><b>${examAndWhen(p, ": ")}</b></p>
      <dl><dt>${p.labels.code}</dt><dd>${p.code}</dd><dt></dt><dd>${p.time}</dd>
      <dt>${p.labels.title}</dt><dd>${p.title}</dd><dt></dt><dd>${p.marks}</dd>
      ${only(p.semester ?? p.session, () => h`<dt></dt><dd>${p.semester}</dd><dt></dt><dd>${p.session}</dd>`)}
      ${only(p.set ?? p.date, () => h`<dt></dt><dd>${p.set}</dd><dt></dt><dd>${p.date}</dd>`)}</dl>`,
  },
];
