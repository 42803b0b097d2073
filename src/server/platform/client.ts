/** The known facts about the program behind a request. */
export interface Client {
  /** The network address that limits count by: the socket's, or what a trusted proxy says of it. */
  address: string;
  /** As the program calls itself, cut to what a list can show. */
  userAgent: string | undefined;
  /** The device cookie as it came; `limits` knows whether it is ours. */
  device?: string | undefined;
}

/** The request of a login. */
export interface Visit {
  client: Client;
  headers: Headers;
}
