import { heading as h, only } from "./heading.ts";
import { examAndWhen, examOfSemester, type Layout } from "./layout.ts";

/** The layouts of the half that nobody tunes on. */
export const heldOutLayouts: Layout[] = [
  {
    name: "boxed-table",
    suits: "both",
    style: `h1 { font-size: 1.3em; text-align: center } table { border-collapse: collapse; width: 100%; font-size: .96em } td { border: 1px solid; padding: .1em .5em } .all { text-align: center; font-weight: bold }`,
    draw: (p) => h`<h1>${p.university}</h1><table>
      <tr><td colspan="2" class="all">${p.department}</td></tr><tr><td colspan="2" class="all">${examAndWhen(p)}</td></tr>
      <tr><td>${p.labels.code} ${p.code}</td><td>${p.time}</td></tr>
      <tr><td>${p.labels.title} ${p.title}</td><td>${p.marks}</td></tr>
      ${only(p.semester ?? p.session, () => h`<tr><td>${p.semester}</td><td>${p.session}</td></tr>`)}
      ${only(p.set ?? p.date, () => h`<tr><td>${p.set}</td><td>${p.date}</td></tr>`)}</table>`,
  },
  {
    name: "slashes",
    suits: "both",
    style: `h1 { font-size: 1.2em; margin-bottom: 0 } .end { text-align: right } header { border-bottom: 3px double; padding-bottom: .4em }`,
    draw: (p) => h`<h1>${p.university}</h1><p>${p.department} / ${examAndWhen(p, " / ")}</p>
      <p>${p.labels.sometimes}${p.code} ${p.title}${only(p.semester, () => h` / ${p.semester}`)}</p>
      ${only(p.session ?? p.date, () => h`<p>${p.session} ${p.date}</p>`)}
      <p class="end">${p.marks} &nbsp; ${p.time}${only(p.set, () => h`, ${p.set}`)}</p>`,
  },
  {
    name: "logo",
    suits: "both",
    style: `header { display: grid; grid-template-columns: 4.6em 1fr; border-bottom: 1px solid; padding-bottom: .5em } svg { width: 4em; stroke: currentColor; fill: none } h1 { font-size: 1.25em }
      .row { display: flex; justify-content: space-between } b { font-size: 1.04em }`,
    draw: (
      p,
    ) => h`<svg viewBox="0 0 40 40"><circle cx="20" cy="20" r="18" stroke-width="2"/><path d="M8 26q6-5 12 0q6-5 12 0V12q-6-5-12 0q-6-5-12 0zM20 12v14"/></svg>
      <div><h1>${p.university}</h1><p>${p.department}</p><p>${examOfSemester(p, " ")}</p>${only(p.session, () => h`<p>${p.session}</p>`)}
      <p><b>${p.labels.sometimes}${p.code}: ${p.title}</b></p><div class="row"><span>${p.time}</span><span>${p.marks}</span>${only(
        p.date,
        () => h`<span>${p.date}</span>`,
      )}${only(p.set, () => h`<span>${p.set}</span>`)}</div></div>`,
  },
  {
    name: "title-first",
    suits: "both",
    style: `header { text-align: center } h1 { font-size: 1.35em; text-decoration: underline } .small { font-size: .92em } .row { display: flex; justify-content: space-around }`,
    draw: (
      p,
    ) => h`<h1>${p.title}</h1><p>${p.labels.code} ${p.code}${only(p.credit, () => h` &emsp; ${p.credit}`)}</p>
      <p><b>${examOfSemester(p)}</b></p>${only(p.session, () => h`<p class="small">${p.session}</p>`)}
      <p class="small">${p.department}</p><p class="small">${p.university}</p>
      <div class="row"><span>${p.time}</span>${only(p.set, () => h`<span>${p.set}</span>`)}${only(
        p.date,
        () => h`<span>${p.date}</span>`,
      )}<span>${p.marks}</span></div>`,
  },
  {
    name: "code-box",
    suits: "tests",
    style: `.box { float: right; border: 1.5px solid; padding: .2em .6em; font-weight: bold } h1 { font-size: 1.15em } header { border-bottom: 1px solid }`,
    draw: (p) => h`<div class="box">${p.code}</div><h1>${p.university}</h1><p>${p.department}</p>
      <p>${p.exam}${only(p.when, () => h` (${p.when})`)}${only(p.set, () => h`, ${p.set}`)}</p>
      <p>${p.title}</p>${only(p.semester ?? p.session, () => h`<p>${p.short} ${p.semester} ${p.session}</p>`)}
      <p>${p.time} &emsp; ${p.marks} ${p.date}</p><p>${p.labels.roll}</p>`,
  },
  {
    name: "running-head",
    suits: "finals",
    style: `h1 { font-size: 1em; font-weight: normal; border-bottom: 1px solid; display: flex; justify-content: space-between } .c { text-align: center } u { font-weight: bold } .row { display: flex; justify-content: space-between; margin: .4em 0 }`,
    draw: (p) => h`<h1><span>${p.university}</span><span>${p.school}</span></h1>
      <p class="c">${p.department}</p><p class="c"><u>${examOfSemester(p)}</u></p>
      <div class="row"><span>${p.labels.code} ${p.code}</span>${only(p.session, () => h`<span>${p.session}</span>`)}<span>${p.marks}</span></div>
      <div class="row"><span>${p.labels.title} ${p.title}</span><span>${p.time}</span></div>${only(
        p.set,
        () => h`<p class="c">${p.set}</p>`,
      )}`,
  },
];
