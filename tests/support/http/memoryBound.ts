/** Keeps the memory that answers take within bounds, whatever a target sends: large ones are read one after the other. */
import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const MB = 1024 * 1024;
/** From this size on an answer is large. */
const LARGE = MB / 2;
/** Bytes of large answers after which memory is looked at. */
const LOOK_AFTER = 4 * MB;
/** What a process may hold while it takes in further large answers. The suite itself takes some 100 MB. */
const MOST_HELD = 192 * MB;

let collect: (() => void) | undefined;

/** Gives back the memory of what nobody uses any more. */
function collectGarbage(): void {
  if (!collect) {
    setFlagsFromString('--expose-gc');
    collect = runInNewContext('gc') as () => void;
  }
  collect();
}

/** Bytes that are in use, without what only waits to be collected. */
function inUse(): number {
  const { used_heap_size: used } = getHeapStatistics();
  if (used <= MOST_HELD) return used;
  collectGarbage();
  return getHeapStatistics().used_heap_size;
}

/** The end of the last large answer that is being read, or waits to be. */
let last: Promise<void> = Promise.resolve();
let sinceLook = 0;

export interface Room {
  /**
   * Asks for so many bytes more. Waits for its turn once the answer is large.
   * @returns false when there is no room: what is being judged fills the memory already
   */
  take(bytes: number): Promise<boolean> | boolean;
  /** The answer is parsed, or given up. */
  leave(): void;
}

/** Room for one answer. @param waiting is told when its turn is waited for, and when it has come */
export function roomForOne(waiting: (waits: boolean) => void): Room {
  let size = 0;
  let leave: (() => void) | undefined;
  function look(bytes: number): boolean {
    sinceLook += bytes;
    if (sinceLook < LOOK_AFTER) return true;
    sinceLook = 0;
    return inUse() <= MOST_HELD;
  }
  async function turn(): Promise<boolean> {
    const before = last;
    last = new Promise((resolve) => {
      leave = resolve;
    });
    waiting(true);
    await before;
    waiting(false);
    return look(size);
  }
  return {
    take(bytes) {
      size += bytes;
      if (size < LARGE) return true;
      return leave ? look(bytes) : turn();
    },
    leave: () => leave?.(),
  };
}
