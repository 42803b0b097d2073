/** Words of reading a handed-in paper: its pages, its text, and printing it. */
export const enReading = {
  reading: {
    views: "How to read it",
    pages: "Pages",
    text: "Text",
    textOf: (title: string) => `Text of ${title}`,
    /** The name of the window that shows a page large. */
    reader: (title: string) => `Pages of ${title}, enlarged`,
    /** @param page its number, or where a script puts it */
    page: (page: number | string, count: number) => `Page ${page} of ${count}`,
    loading: (page: number | string, count: number) => `Loading page ${page} of ${count}`,
    lost: (page: number | string, count: number) =>
      `Page ${page} of ${count} could not be loaded. Try again in a moment.`,
    sheet: "The page. Arrow keys move it, plus and minus zoom",
    jump: "Page",
    of: (count: number) => `of ${count}`,
    previous: "Previous page",
    next: "Next page",
    zoomIn: "Zoom in",
    zoomOut: "Zoom out",
    close: "Close",
    print: "Print",
    heading: (page: number) => `Page ${page}`,
    machine:
      "Pages that say so were read by a machine from their picture, and may contain mistakes. What the picture says counts.",
    confidence: (percent: number) => `Read by machine, ${percent} % sure`,
    progress: (read: number, count: number) =>
      `${read} of ${count} pages read so far. Come back later for the others.`,
    none: "No text could be read on these pages. Look at the pages themselves, or download the file.",
    empty: "No text was found on this page.",
    awaited: "This page is still to be read.",
    unread: "This page was not read.",
  },
};
