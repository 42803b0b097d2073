const number = (count: number) => count.toLocaleString("en");

/** Texts about text recognition. */
export const enRecognition = {
  recognition: {
    title: "Text Recognition",
    intro:
      "We read scanned pages of uploaded papers in the background. Search then finds the text, and the form suggests details from it.",
    state: "State",
    going: "Reading pages as they arrive",
    paused: "Paused: we read no pages until an admin chooses Resume",
    queued: "Waiting",
    postponed: "Postponed until tomorrow: the contributor reached today's limit",
    running: "Being read",
    done: "Read",
    failed: "Failed",
    count: number,
    pause: "Pause",
    resume: "Resume",
    retry: "Retry failed pages",
    pausedTitle: "Paused",
    pausedDetail: "Reading stops after the current page.",
    resumedTitle: "Resumed",
    resumedDetail: "We will retry the failed pages once.",
  },
};
