/** Playwright reporter: collects what the workers found, writes the reports, shows progress and the verdict. */
import type {
  FullConfig,
  FullResult,
  Reporter,
  Suite,
  TestCase,
  TestError,
  TestResult,
  TestStep,
} from '@playwright/test/reporter';
import {
  type BatchResult,
  loadSettings,
  RESULT,
  readJsonFile,
  type Settings,
  type Waiver,
} from '../schemas/contract.ts';
import { recordOf } from './record.ts';
import { progressLine, summaryLines } from './terminal.ts';
import type { RunFacts } from './verdict.ts';
import { writeReports } from './write.ts';

export default class ConformanceReporter implements Reporter {
  private readonly settings: Settings = loadSettings(process.cwd(), process.env);
  private readonly started = new Date();
  private readonly batches: BatchResult[] = [];
  private readonly errors: string[] = [];
  private tests = 0;
  private ended = 0;

  printsToStdio(): boolean {
    return true;
  }

  onBegin(_config: FullConfig, suite: Suite): void {
    this.tests = suite.allTests().length;
  }

  onError({ message, value }: TestError): void {
    this.errors.push(message ?? value ?? 'an error without a message');
  }

  onStepEnd(_test: TestCase, _result: TestResult, step: TestStep): void {
    if (step.category === 'test.step' && step.error && process.stderr.isTTY)
      process.stderr.write(`\r\u001b[K✗ ${step.title}\n`);
  }

  onTestEnd(test: TestCase, result: TestResult): void {
    this.ended++;
    const found = result.attachments.find((attachment) => attachment.name === RESULT)?.body;
    if (found) this.batches.push(JSON.parse(found.toString('utf8')) as BatchResult);
    else
      this.errors.push(
        `the batch "${test.title}" did not end (${result.status}): ${result.error?.message ?? 'its worker was lost'}`,
      );
    if (process.stderr.isTTY) process.stderr.write(`\r\u001b[K${progressLine(this.ended, this.tests, test.title)}`);
  }

  private facts(): RunFacts {
    const { groups, strict, allowIncomplete, targetName, waivers } = this.settings;
    const grep = process.env.GOAL_CONFORMANCE_GREP;
    return {
      batches: this.batches,
      errors: this.errors,
      planned: this.batches.reduce((sum, { planned }) => sum + planned, 0),
      claimed: groups,
      ...(grep && { selection: `not selected by --grep ${grep}` }),
      strict,
      allowIncomplete,
      waivers: waivers === undefined ? [] : (readJsonFile('WAIVERS', waivers, 'suite/waivers.json') as Waiver[]),
      targetName,
      today: this.started.toISOString().slice(0, 10),
    };
  }

  async onEnd(result: FullResult): Promise<{ status: FullResult['status'] }> {
    if (process.stderr.isTTY) process.stderr.write('\r\u001b[K');
    if (result.status === 'interrupted' || result.status === 'timedout')
      this.errors.push(`the run was ${result.status}`);
    if (this.ended < this.tests) this.errors.push(`${this.tests - this.ended} of ${this.tests} batches never ran`);
    const record = recordOf(
      {
        settings: this.settings,
        runId: process.env.GOAL_CONFORMANCE_RUN ?? 'local',
        startedAt: this.started.toISOString(),
        durationMs: Date.now() - this.started.getTime(),
      },
      this.facts(),
    );
    writeReports(this.settings.reportDir, record);
    process.stdout.write(`${summaryLines(record, this.settings.reportDir).join('\n')}\n`);
    return { status: record.exitCode === 0 ? 'passed' : 'failed' };
  }
}
