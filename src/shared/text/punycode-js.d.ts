/** The package has no types. */
declare module "punycode.js" {
  const punycode: {
    /** @throws RangeError if the text is not well-formed */
    decode: (text: string) => string;
  };
  export default punycode;
}
