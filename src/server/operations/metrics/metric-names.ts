/** The names of the metrics that the history of the admins' page is computed from. */
export const REQUESTS = "proshno_http_requests_total";
export const REQUEST_SECONDS = "proshno_http_request_duration_seconds";
export const CACHE_LOOKUPS = "proshno_response_cache_lookups_total";
export const MEMORY = "proshno_process_resident_memory_bytes";

/** The label of a value that our lists don't contain. */
export const OTHER = "other";
