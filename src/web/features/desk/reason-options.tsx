/** The reasons as options of a `select`. */
export const ReasonOptions = ({ reasons }: { reasons: readonly string[] }) =>
  reasons.map((text) => (
    <option key={text} value={text}>
      {text}
    </option>
  ));
