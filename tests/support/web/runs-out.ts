import type { Page } from "playwright-core";

/**
 * The texts that a reader sees outside the box around them: the nearest element with a border or a ground of its own. A text that
 * an element between them cuts or scrolls is inside.
 */
export const runsOut = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const clear = /^(?:transparent|rgba\(\d+, \d+, \d+, 0\))$/;
    const isBox = (style: CSSStyleDeclaration): boolean =>
      !clear.test(style.backgroundColor) ||
      (Number.parseFloat(style.borderRightWidth) > 0 && style.borderRightStyle !== "none");
    const isHidden = (element: Element | null): boolean =>
      element !== null && (getComputedStyle(element).clipPath !== "none" || isHidden(element.parentElement));
    /** The box around an element; undefined if another element cuts what is outside. */
    const boxAround = (start: Element): Element | undefined => {
      for (let element: Element | null = start; element; element = element.parentElement) {
        const style = getComputedStyle(element);
        if (style.display === "inline" || style.display === "contents") continue;
        if (style.overflowX !== "visible") return undefined;
        if (isBox(style)) return element;
      }
      return document.documentElement;
    };
    const found = new Set<string>();
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      const parent = node.parentElement;
      if (
        !parent ||
        !node.textContent?.trim() ||
        parent.closest("script, style, option, [popover]:not(:popover-open)")
      )
        continue;
      if (!parent.checkVisibility({ visibilityProperty: true }) || isHidden(parent)) continue;
      const box = boxAround(parent);
      if (!box) continue;
      const { left, right } = box.getBoundingClientRect();
      const range = document.createRange();
      range.selectNodeContents(node);
      const isOut = [...range.getClientRects()].some(
        (rect) => rect.width > 1 && (rect.left < left - 1 || rect.right > right + 1),
      );
      if (isOut)
        found.add(
          `${box.tagName}.${box.className} > ${parent.tagName}.${parent.className}: ${node.textContent.slice(0, 24)}`,
        );
    }
    return [...found];
  });
