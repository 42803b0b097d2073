/** A public address, which the names of the stand-in for Google Drive resolve to. */
export const PUBLIC_ADDRESS = "142.250.182.142";
