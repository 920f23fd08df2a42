import {
  IconBriefcase,
  IconChartBar,
  IconDatabase,
  IconFolder,
  IconHelmet,
  IconMessages,
  IconSchool,
  IconSettings,
  IconTrendingUp,
  IconUserSearch,
  IconUsers,
} from '@tabler/icons-react';
import type { ComponentType } from 'react';
import type { ModuleIcon as Name } from '#kit/module/module.ts';

const icons: Readonly<Record<Name, ComponentType<{ size: number; stroke: number }>>> = {
  people: IconUsers,
  positions: IconBriefcase,
  search: IconUserSearch,
  growth: IconTrendingUp,
  learning: IconSchool,
  safety: IconHelmet,
  charts: IconChartBar,
  tables: IconDatabase,
  settings: IconSettings,
  voice: IconMessages,
};

/** The picture of a module; a folder for one without. */
export function ModuleIcon({ name }: { name?: Name | undefined }) {
  const Icon = name ? icons[name] : IconFolder;
  return (
    <span aria-hidden="true" style={{ display: 'inline-flex', flex: 'none' }}>
      <Icon size={20} stroke={1.6} />
    </span>
  );
}
