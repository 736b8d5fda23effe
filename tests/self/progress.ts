/** Says in words how far the project's own tests are, and at the end what failed. */
import { relative } from 'node:path';
import type { FullConfig, Reporter, Suite, TestCase, TestResult } from '@playwright/test/reporter';
import { timeToGo } from '../../reports/text.ts';
import { projectRoot } from '../../schemas/contract.ts';

/** How often it is told, unless there are few. */
const PARTS = 10;
const FEW = 40;
/** So many files are named at the end, with the time that their tests took together. */
const SLOWEST = 10;

const tell = (text: string): void => {
  process.stdout.write(`${text}\n`);
};

const nameOf = (test: TestCase): string =>
  `${relative(projectRoot, test.location.file)}:${test.location.line} › ${test.title}`;

/** Each error with the lines of the test around it. */
const errorsOf = ({ errors }: TestResult): string =>
  errors.map(({ message, value, snippet }) => [message ?? value, snippet].filter(Boolean).join('\n\n')).join('\n\n');

export default class Progress implements Reporter {
  private total = 0;
  private done = 0;
  private told = 0;
  private readonly started = Date.now();
  private readonly failed: string[] = [];
  private skipped = 0;
  private readonly took = new Map<string, number>();

  onBegin(_config: FullConfig, suite: Suite): void {
    this.total = suite.allTests().length;
    tell(`${this.total} tests`);
  }

  onTestEnd(test: TestCase, result: TestResult): void {
    this.done++;
    if (test.outcome() === 'skipped') this.skipped++;
    const file = relative(projectRoot, test.location.file);
    this.took.set(file, (this.took.get(file) ?? 0) + result.duration);
    if (test.outcome() === 'unexpected') {
      this.failed.push(`✗ ${nameOf(test)}`);
      tell(`✗ ${nameOf(test)}\n${errorsOf(result)}\n`);
    }
    const part = Math.floor((this.done * PARTS) / this.total);
    if (part === this.told || this.done === this.total || this.total < FEW) return;
    this.told = part;
    tell(`${this.done} of ${this.total} done, ${timeToGo(this.done, this.total, Date.now() - this.started)}`);
  }

  onError({ message, snippet }: { message?: string; snippet?: string }): void {
    tell([message, snippet].filter(Boolean).join('\n\n'));
  }

  /** The files whose tests took longest. */
  private slowest(): string {
    const files = [...this.took].sort(([, a], [, b]) => b - a).slice(0, SLOWEST);
    return `longest: ${files.map(([file, ms]) => `${file} ${Math.round(ms / 1000)} s`).join(', ')}`;
  }

  onEnd(): void {
    const passed = this.done - this.failed.length - this.skipped;
    if (this.total >= FEW) tell(this.slowest());
    tell([...this.failed, `${passed} passed, ${this.failed.length} failed, ${this.skipped} skipped`].join('\n'));
  }

  printsToStdio(): boolean {
    return true;
  }
}
