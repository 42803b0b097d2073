/** The package brings no types. */
declare module "punycode.js" {
  const punycode: {
    /** @throws RangeError where the text is not well-formed */
    decode: (text: string) => string;
  };
  export default punycode;
}
