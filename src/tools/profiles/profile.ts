/** The client's directories, for a profile that wants them (2025-era clients only). */
export interface RootsListener {
  /** The handshake is over. `listRoots` asks the client; undefined where it has no roots to give. */
  initialized(listRoots: ListRoots | undefined): void;
  /** The client says that its roots have changed. */
  changed(listRoots: ListRoots): void;
}

export type ListRoots = () => Promise<readonly { uri: string }[]>;
