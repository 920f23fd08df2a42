import { ActionIcon, Menu } from '@mantine/core';
import { IconDotsVertical, IconFileSpreadsheet, IconFileTypeCsv, IconPhoto, IconPrinter, IconSvg } from '@tabler/icons-react';
import type { RefObject } from 'react';
import { upperFirst } from '#kit/br/text.ts';
import { saveFile } from '#kit/client/client.web.ts';
import { pngOf, printSvg, svgOf } from '#kit/ui/print.web.ts';
import { chartCsv } from './chart-csv.ts';
import type { ChartData } from './chart-data.ts';

export interface Exports {
  chart: ChartData;
  title: string;
  period: string | undefined;
  categoryLabel: string;
  /** fetches the table from the server; without it a CSV is made here */
  onExport?: ((format: 'xlsx' | 'csv') => void) | undefined;
  /** where the picture stands; null while the table does */
  figure: RefObject<HTMLElement | null> | null;
  surface: string;
}

/** Exports of a chart: the picture as a PNG, the figures as a sheet. */
export function ExportMenu({ chart, title, period, categoryLabel, onExport, figure, surface }: Exports) {
  const fileName = title.replace(/[^\p{L}\p{N}]+/gu, '-').toLowerCase();
  const caption = period ? [title, upperFirst(period)] : [title];
  const withPicture = (use: (svg: SVGSVGElement) => unknown) => () => {
    const svg = figure?.current?.querySelector<SVGSVGElement>('svg');
    if (svg) void use(svg);
  };
  const savePng = withPicture(async (svg) => {
    const blob = await pngOf(svg, surface, caption);
    if (blob) saveFile(blob, `${fileName}.png`);
  });
  const saveSvg = withPicture((svg) => saveFile(svgOf(svg, surface, caption), `${fileName}.svg`));
  const print = withPicture((svg) => printSvg(svg, caption.join(', ')));
  const saveCsv = () =>
    saveFile(
      new Blob([chartCsv(chart, period ? `${categoryLabel} (${period})` : categoryLabel)], { type: 'text/csv;charset=utf-8' }),
      `${fileName}.csv`,
    );
  return (
    <Menu position="bottom-end" shadow="md">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" c="var(--mantine-color-text)" aria-label={`Ações do gráfico: ${title}`}>
          <IconDotsVertical size={18} aria-hidden="true" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {figure && (
          <>
            <Menu.Item leftSection={<IconPhoto size={16} aria-hidden="true" />} onClick={savePng}>
              Exportar PNG
            </Menu.Item>
            <Menu.Item leftSection={<IconSvg size={16} aria-hidden="true" />} onClick={saveSvg}>
              Exportar SVG
            </Menu.Item>
          </>
        )}
        {onExport && (
          <Menu.Item leftSection={<IconFileSpreadsheet size={16} aria-hidden="true" />} onClick={() => onExport('xlsx')}>
            Exportar XLSX
          </Menu.Item>
        )}
        <Menu.Item
          leftSection={<IconFileTypeCsv size={16} aria-hidden="true" />}
          onClick={() => (onExport ? onExport('csv') : saveCsv())}
        >
          Exportar CSV
        </Menu.Item>
        {figure && (
          <Menu.Item leftSection={<IconPrinter size={16} aria-hidden="true" />} onClick={print}>
            Imprimir
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
