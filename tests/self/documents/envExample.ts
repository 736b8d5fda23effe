/** `.env.example`: every setting with its meaning. */
import { settingSchemas } from '../../../schemas/contract.ts';

/** The text of the file. */
export function envExample(): string {
  const settings = Object.entries(settingSchemas)
    .filter(([name]) => name !== 'ENV_FILE')
    .map(
      ([name, { description, default: value, examples }]) =>
        `# ${description}\n# ${name}=${value ?? examples?.[0] ?? ''}\n`,
    );
  return `# Settings of goal-conformance: copy to .env and take the # off those that you set. Keep .env out of version control.\n\n${settings.join('\n')}`;
}
