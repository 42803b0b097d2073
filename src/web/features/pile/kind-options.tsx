import { kindNamed, standaloneKinds } from "../../../shared/kinds/index.ts";
import { useLocale } from "../../ui/messages.ts";
import { linkName } from "../../../shared/files/files.ts";

/** The kinds that a row can have: items with a file or link. */
const pileKindNames = standaloneKinds.filter((kind) => linkName(kind) !== undefined).map(({ name }) => name);

/** The kinds that a paper can have, as the options of a select. */
export function KindOptions() {
  const locale = useLocale();
  return pileKindNames.map((name) => (
    <option key={name} value={name}>
      {kindNamed(name).words[locale].one}
    </option>
  ));
}
