/**
 * What is answered before the SDK is loaded (see opening.ts). A test compares these with the SDK's own
 * constants, so an update of the SDK that changes them is noticed.
 */

export const MODERN_VERSIONS: readonly string[] = ['2026-07-28'];

/** Newest first: the first is the counter-offer to a client that asks for none of them. */
export const LEGACY_VERSIONS: readonly string[] = [
  '2025-11-25',
  '2025-06-18',
  '2025-03-26',
  '2024-11-05',
  '2024-10-07',
];

export const VERSION_KEY = 'io.modelcontextprotocol/protocolVersion';
export const CLIENT_INFO_KEY = 'io.modelcontextprotocol/clientInfo';
export const CLIENT_CAPABILITIES_KEY = 'io.modelcontextprotocol/clientCapabilities';
export const SERVER_INFO_KEY = 'io.modelcontextprotocol/serverInfo';
