import type { FSWatcher } from "node:fs";
import { readdirSync, watch } from "node:fs";
import { join } from "node:path";

/**
 * Calls back after every change of a file in a folder or below it, until the process ends. Watches
 * each folder by itself: editors replace files by renaming, and a recursive watch misses changes of
 * a replaced file.
 */
export function watchFolder(folder: string, onChange: () => void): void {
  const watchers = new Map<string, FSWatcher>();
  const renew = (): void => {
    const folders = new Set([folder, ...foldersIn(folder)]);
    for (const [path, watcher] of watchers) {
      if (folders.has(path)) continue;
      watcher.close();
      watchers.delete(path);
    }
    for (const path of folders) {
      if (!watchers.has(path)) watchers.set(path, watched(path, changed));
    }
  };
  const changed = (): void => {
    renew();
    onChange();
  };
  renew();
}

function watched(path: string, changed: () => void): FSWatcher {
  const watcher = watch(path, changed);
  // A deleted folder ends its watcher; the watcher of its parent reports the deletion.
  watcher.on("error", () => watcher.close());
  return watcher;
}

function foldersIn(folder: string): readonly string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name));
}
