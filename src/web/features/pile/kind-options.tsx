import { kindNamed } from "../../../shared/kinds/index.ts";
import { useLocale } from "../../ui/messages.ts";
import { pileKindNames } from "./pile-kinds.ts";

/** The kinds that a paper can have, as the options of a select. */
export function KindOptions() {
  const locale = useLocale();
  return pileKindNames.map((name) => (
    <option key={name} value={name}>
      {kindNamed(name).words[locale].one}
    </option>
  ));
}
