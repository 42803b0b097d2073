import { Form } from "react-router";
import type { Course } from "../../../shared/courses/courses.ts";
import { facets } from "../../../shared/facets/facets.ts";
import { courseAdminMessages } from "../../../shared/messages/en-course-admin.ts";
import type { Attempt } from "../../page/forms.ts";
import { FormField, TextField } from "../../ui/form-field.tsx";
import { useLocale, useMessages } from "../../ui/messages.ts";

interface FormProps {
  course: Course;
  /** The last attempt with this form, if it failed. */
  attempt: Attempt | undefined;
}

/** The hidden fields that name a course. */
function KeyFields({ universityKey, codeNorm }: Pick<Course, "universityKey" | "codeNorm">) {
  return (
    <>
      <input type="hidden" name="universityKey" value={universityKey} />
      <input type="hidden" name="codeNorm" value={codeNorm} />
    </>
  );
}

/** The form that finds a course. It changes nothing, so it is sent as a query. */
export function FindCourse({ university, code }: { university: string; code: string }) {
  const words = useMessages(courseAdminMessages);
  return (
    <Form method="get" className="narrow app-form" noValidate>
      <TextField name="university" {...words.fields.university} defaultValue={university} optional />
      <TextField name="code" {...words.fields.code} defaultValue={code} autoComplete="off" />
      <button>{words.find}</button>
    </Form>
  );
}

/** The form for the code and title of a course. */
export function RenameCourse({ course, attempt }: FormProps) {
  const words = useMessages(courseAdminMessages);
  return (
    <Form method="post" noValidate className="narrow app-form">
      <KeyFields {...course} />
      <TextField
        name="code"
        {...words.fields.code}
        problem={attempt?.problems["code"]}
        defaultValue={attempt?.values["code"] ?? course.code}
        maxLength={facets.code.field.max}
        autoComplete="off"
      />
      <TextField
        name="title"
        {...words.fields.title}
        problem={attempt?.problems["title"]}
        defaultValue={attempt?.values["title"] ?? course.title}
        maxLength={facets.subject.field.max}
        autoComplete="off"
      />
      <button name="act" value="rename">
        {words.rename}
      </button>
    </Form>
  );
}

/** The form that merges a course into another one. */
export function MergeCourse({ course, attempt }: FormProps) {
  const words = useMessages(courseAdminMessages);
  return (
    <Form method="post" noValidate className="narrow app-form">
      <KeyFields {...course} />
      <TextField
        name="into"
        {...words.fields.into}
        problem={attempt?.problems["into"]}
        defaultValue={attempt?.values["into"]}
        maxLength={facets.code.field.max}
        autoComplete="off"
      />
      <button className="quiet" name="act" value="merge">
        {words.merge}
      </button>
    </Form>
  );
}

/** The form that records an exam that was not held. */
export function RecordNotHeld({ course, attempt }: FormProps) {
  const words = useMessages(courseAdminMessages);
  const locale = useLocale();
  const choices = (name: "examType" | "term") => {
    const { options = {} } = facets[name].words[locale];
    return (facets[name].field.options ?? []).map((value) => (
      <option key={value} value={value}>
        {options[value] ?? value}
      </option>
    ));
  };
  return (
    <Form method="post" noValidate className="narrow app-form">
      <KeyFields {...course} />
      <TextField
        name="year"
        {...words.fields.year}
        problem={attempt?.problems["year"]}
        defaultValue={attempt?.values["year"]}
        inputMode="numeric"
        maxLength={4}
        autoComplete="off"
      />
      <FormField name="examType" {...words.fields.examType} problem={attempt?.problems["examType"]}>
        {(control) => (
          <select {...control} defaultValue={attempt?.values["examType"] ?? "final"}>
            {choices("examType")}
          </select>
        )}
      </FormField>
      <FormField name="term" {...words.fields.term} problem={attempt?.problems["term"]}>
        {(control) => (
          <select {...control} required={false} defaultValue={attempt?.values["term"] ?? ""}>
            <option value="">{words.anyTerm}</option>
            {choices("term")}
          </select>
        )}
      </FormField>
      <button name="act" value="record">
        {words.record}
      </button>
    </Form>
  );
}

/** The form with the last month of each term. */
export function TermMonths({
  months,
  attempt,
}: {
  months: Record<string, number>;
  attempt: Attempt | undefined;
}) {
  const words = useMessages(courseAdminMessages);
  const locale = useLocale();
  const { options = {} } = facets.term.words[locale];
  return (
    <Form method="post" noValidate className="narrow app-form">
      {(facets.term.field.options ?? []).map((term) => (
        <FormField
          key={term}
          name={term}
          label={words.lastMonth(options[term] ?? term)}
          problem={attempt?.problems[term]}
        >
          {(control) => (
            <select {...control} defaultValue={attempt?.values[term] ?? String(months[term] ?? "")}>
              {words.months.map((month, at) => (
                <option key={month} value={String(at + 1)}>
                  {month}
                </option>
              ))}
            </select>
          )}
        </FormField>
      ))}
      <button name="act" value="months">
        {words.saveMonths}
      </button>
    </Form>
  );
}
