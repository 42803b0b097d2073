import { knownDepartments } from "../../../shared/courses/departments.ts";
import { coursePagesMessages } from "../../../shared/messages/en-course-pages.ts";
import { useMessages } from "../../ui/messages.ts";

/**
 * The tagline and a search box.
 * @param list the path of the list of questions
 */
export function Hero({ list }: { list: string }) {
  const { browsing } = useMessages(coursePagesMessages);
  const { tagline, home, list: words } = useMessages();
  return (
    <div className="home-hero">
      <div className="hero-text">
        <h1>{tagline}</h1>
        <p className="home-lead">{home.intro}</p>
        <form method="get" action="/search" role="search" aria-label={home.search}>
          <label htmlFor="hero-search">{home.search}</label>
          <div className="search-row">
            <input
              id="hero-search"
              type="search"
              data-suggest=""
              name="search"
              placeholder={home.placeholder}
              maxLength={500}
            />
            <button>{words.search}</button>
          </div>
        </form>
        <p className="home-departments">
          {knownDepartments.map(({ value, label }) => (
            <a key={value} href={`${list}?department=${value}`}>
              {label}
            </a>
          ))}
          <a href="/universities">{browsing.browse}</a>
        </p>
      </div>
      <div className="home-pile">
        <ExamScript />
      </div>
    </div>
  );
}

/** An exam script with the teacher's marks. */
function ExamScript() {
  const { sheet } = useMessages().home;
  return (
    <svg className="home-script" viewBox="0 0 320 372" aria-hidden="true">
      <path className="sheet below" d="M38 16 302 4l14 340-264 12z" />
      <path className="sheet" d="M8 20h272v340H8z" />
      <path className="pen rule" d="M44 20v340M48 20v340" />
      <g className="print">
        <text x="164" y="52">
          {sheet.exam}
        </text>
        <text x="164" y="76" className="headline">
          {sheet.course}
        </text>
        <text x="164" y="96">
          {sheet.title}
        </text>
        <text x="62" y="122" className="small start">
          {sheet.time}
        </text>
        <text x="266" y="122" className="small end">
          {sheet.marks}
        </text>
        <path d="M62 132h204" />
      </g>
      <g className="hand">
        <path d="M62 156h150M62 172h188M62 188h120" />
        <path d="M62 236h170M62 252h140M62 268h186" />
        <path d="M62 316h160M62 332h96" />
      </g>
      <g className="hand figure">
        <circle cx="246" cy="198" r="7" />
        <path d="m241 203-16 13m26-13 15 13" />
        <circle cx="221" cy="221" r="7" />
        <circle cx="270" cy="221" r="7" />
      </g>
      <g className="pen">
        <path d="m18 166 7 9 13-24" />
        <path d="m18 246 7 9 13-24" />
        <path d="M232 50c12-14 40-10 40 11s-36 27-45 9 6-24 22-25" />
        <text x="250" y="70">
          {sheet.score}
        </text>
      </g>
    </svg>
  );
}
