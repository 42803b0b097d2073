/** Loads the carousel script when the first carousel comes into view. */
const seen = new IntersectionObserver((entries) => {
  for (const { isIntersecting, target } of entries) {
    if (!isIntersecting) continue;
    seen.unobserve(target);
    void import("./carousel.ts").then(({ startCarousel }) => startCarousel(target as HTMLElement));
  }
});

for (const carousel of document.querySelectorAll(".carousel")) seen.observe(carousel);
