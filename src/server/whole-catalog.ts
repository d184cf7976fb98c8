import { type Catalog, makeCatalog } from './catalog.ts';
import { fileOperationsFamily } from './profiles/file-operations.ts';
import { fsFamily } from './profiles/fs.ts';
import { serverFilesystemFamily } from './profiles/server-filesystem.ts';

/** Every profile's tools as a client sees them; the build writes this beside the bundle. */
export async function makeWholeCatalog(): Promise<Catalog> {
  return {
    fs: await makeCatalog(fsFamily),
    'server-filesystem': await makeCatalog(serverFilesystemFamily),
    'file-operations': await makeCatalog(fileOperationsFamily),
  };
}
