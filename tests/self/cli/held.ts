/** A target that keeps a run from ending, so that a test can end it at a moment that no machine's speed decides. */
import type { RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { expect } from '@playwright/test';

export interface Held {
  answer: RequestListener;
  /** How many requests arrived. */
  requests(): number;
  /** How many connections are not closed. */
  open(): number;
  /** Waits until it holds an answer back. */
  reached(): Promise<void>;
  /** Answers what waits, and everything from now on. */
  release(): void;
}

/** Ends an answer with an empty list. */
export function emptyList(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ count: 0, totalCount: 0, items: [] }));
}

/** Answers an empty list `atOnce` times; every later answer waits until it is released. */
export function held(atOnce: number): Held {
  let requests = 0;
  let most = atOnce;
  const waiting: ServerResponse[] = [];
  const connections = new Set<Socket>();
  return {
    answer: ({ socket }, response) => {
      connections.add(socket);
      if (++requests > most) waiting.push(response);
      else emptyList(response);
    },
    requests: () => requests,
    open: () => [...connections].filter(({ destroyed }) => !destroyed).length,
    reached: () => expect.poll(() => requests, { timeout: 60_000 }).toBeGreaterThan(atOnce),
    release: () => {
      most = Number.POSITIVE_INFINITY;
      for (const response of waiting) emptyList(response);
    },
  };
}

/** More requests than those that look whether somebody is there, and fewer than a group's checks send. */
export const UNDER_WAY = 18;
