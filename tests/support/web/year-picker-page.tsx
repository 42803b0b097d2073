import { useState } from "react";
import { createRoot } from "react-dom/client";
import { acceptedYears } from "../../../src/shared/facets/accepted-years.ts";
import { FormField } from "../../../src/web/ui/form-field.tsx";
import { YearPicker } from "../../../src/web/ui/year-picker.tsx";

/** A year picker whose parent records the chosen years. */
function Owner() {
  const [chosen, setChosen] = useState<string[]>([]);
  return (
    <>
      <a href="#before">before</a>
      <div id="box">
        <div id="place">
          <FormField name="year" label="Year">
            {(control) => (
              <YearPicker
                control={control}
                label="Year"
                accepted={acceptedYears()}
                onChange={(year) => setChosen((earlier) => [...earlier, year || "cleared"])}
              />
            )}
          </FormField>
        </div>
      </div>
      <a href="#after">after</a>
      <p id="told">{chosen.join(" ")}</p>
    </>
  );
}

createRoot(document.getElementById("root") as HTMLElement).render(<Owner />);
