/** Texts for reading an uploaded paper: its pages, its text, and printing it. */
export const enReading = {
  reading: {
    views: "View",
    pageCount: (count: number) => (count === 1 ? "1 page" : `${count} pages`),
    opensDrive: "opens Google Drive",
    pages: "Pages",
    text: "Text",
    textOf: (title: string) => `Text of ${title}`,
    /** The name of the window with an enlarged page. @param pages the name of the list of pages */
    reader: (pages: string) => `${pages}, enlarged`,
    /** The numbers are placeholders where a script replaces them. */
    page: (page: number | string, count: number | string) => `Page ${page} of ${count}`,
    loading: (page: number | string, count: number | string) => `Loading page ${page} of ${count}`,
    lost: (page: number | string, count: number | string) =>
      `We couldn't load page ${page} of ${count}. Try again in a moment.`,
    sheet: "Page. Use the arrow keys to move the page, and plus and minus to zoom.",
    jump: "Page",
    of: (count: number | string) => `of ${count}`,
    previous: "Previous page",
    next: "Next page",
    zoomIn: "Zoom in",
    zoomOut: "Zoom out",
    close: "Close",
    print: "Print",
    heading: (page: number) => `Page ${page}`,
    machine: "Text marked “Read by machine” may contain errors. Trust the picture.",
    confidence: (percent: number) => `Read by machine, ${percent}% confidence`,
    progress: (read: number, count: number) =>
      `${read} of ${count} pages read so far. Come back later for the rest.`,
    none: "We couldn't read any text on these pages. Look at the pages or download the file.",
    empty: "We found no text on this page.",
    awaited: "We haven't read this page yet.",
    unread: "This page was not read.",
  },
};
