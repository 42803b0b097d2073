/** How a preview and a result name the items that a decision leaves as they are. */
export const skipped = {
  held: (count: number) => (count === 1 ? "1 is open at another desk" : `${count} are open at other desks`),
  missing: (count: number) => `${count} without a required detail`,
  unfit: (count: number) => `${count} for which this value is not allowed`,
  changed: (count: number) => `${count} changed or decided since you saw them`,
  own: (count: number) => `${count} that you contributed, so another person decides`,
  outside: (count: number) => `${count} outside your area, or gone`,
  stopped: (count: number) => `${count} that we had not reached when you undid the decision`,
  kept: (count: number) => `${count} changed since, so the undo left them`,
};

/** Why a decision or its undo left one item as it is. */
export const why = {
  held: "open at another desk",
  missing: "a required detail is missing",
  unfit: "this value is not allowed for it",
  changed: "changed or decided since you saw it",
  own: "you contributed it, so another person decides",
  outside: "outside your area, or gone",
  stopped: "not reached before you undid the decision",
  kept: "changed since the decision",
};
