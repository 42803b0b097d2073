/** The client of a request: its address and its browser. */
export interface Client {
  /** The IP address for limits: the socket's address, or the address that a trusted proxy reports. */
  address: string;
  /** The User-Agent header, shortened for lists of sessions. */
  userAgent: string | undefined;
  /** The device cookie, unchecked; `limits` verifies it. */
  device?: string | undefined;
}

/** The client and headers of a request. */
export interface Visit {
  client: Client;
  headers: Headers;
}
