const number = (count: number) => count.toLocaleString("en");

/** Words of reading what is written on pages. */
export const enRecognition = {
  recognition: {
    title: "Text Recognition",
    intro:
      "Scanned pages of handed-in papers are read in the background, so that search finds them and the form proposes what they say.",
    state: "State",
    going: "Reads pages as they come",
    paused: "Paused: no page is read until somebody goes on",
    queued: "Waiting",
    postponed: "Waiting for tomorrow: the contributor reached today's limit",
    running: "Being read",
    done: "Read",
    failed: "Given up",
    count: number,
    pause: "Pause",
    resume: "Go on",
    retry: "Try those given up again",
    pausedTitle: "Paused",
    pausedDetail: "A page that is being read is finished first.",
    resumedTitle: "Going on",
    resumedDetail: "Pages that were given up are tried once more.",
  },
};
