import { Avatar, Button, Group, Stack, Text } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useActing } from '#kit/acting/acting.web.tsx';
import { formatNumber } from '#kit/br/number.ts';
import { counted } from '#kit/br/text.ts';
import { Chart } from '#kit/chart/chart.web.tsx';
import { api } from '#kit/client/client.web.ts';
import { fieldText } from '#kit/fields/field-text.ts';
import { fileAddress } from '#kit/fields/file-address.ts';
import { money } from '#kit/fields/number.ts';
import { Empty } from '#kit/ui/empty.web.tsx';
import { Fault } from '#kit/ui/fault.web.tsx';
import { ScreenLoading } from '#kit/ui/loading.web.tsx';
import { Page } from '#kit/ui/page.web.tsx';
import { PlainTable } from '#kit/ui/plain-table.web.tsx';
import { Section } from '#kit/ui/section.web.tsx';
import { useAddress, useAddressId } from '#kit/ui/use-address.web.ts';
import type { Comparacao, Finalista } from './comparacao.ts';
import classes from './comparar.module.css';
import { PareceresFechados } from './ler-pareceres.web.tsx';
import { CANDIDATURAS, SELECAO } from './quadro-dados.web.ts';

const dinheiro = money('Valor');
/** Below three criteria a radar has no shape. */
const EIXOS = 3;
const ALTURA = 400;

const tempo = (meses: number) => {
  const anos = Math.floor(meses / 12);
  if (meses === 0) return 'sem experiência registrada';
  return anos === 0 ? counted(meses, 'mês', 'meses') : counted(anos, 'ano', 'anos');
};
const lista = (textos: readonly string[]) =>
  textos.length === 0 ? (
    '—'
  ) : (
    <ul>
      {textos.slice(0, 6).map((um) => (
        <li key={um}>{um}</li>
      ))}
    </ul>
  );

const LINHAS: readonly [string, (finalista: Finalista) => ReactNode][] = [
  ['Etapa', ({ etapa }) => etapa?.nome ?? 'Inscritos'],
  [
    'Média dos pareceres',
    ({ media, ocultos }) =>
      [
        media === null ? '—' : `${formatNumber(media, 1)} de 5`,
        ocultos > 0 ? `(${counted(ocultos, 'parecer fechado', 'pareceres fechados')} até você dar o seu)` : '',
      ].join(' '),
  ],
  [
    'Recomendações',
    ({ recomendacoes: { S, I, N } }) =>
      S + I + N === 0
        ? '—'
        : [
            S && counted(S, 'recomenda', 'recomendam'),
            I && `${I} com ressalvas`,
            N && counted(N, 'não recomenda', 'não recomendam'),
          ]
            .filter(Boolean)
            .join(', '),
  ],
  [
    'Conhecimentos da vaga',
    ({ conhecimentosPedidos, conhecimentos }) =>
      conhecimentosPedidos === 0 ? (
        'O cargo não pede nenhum.'
      ) : (
        <>
          {`${conhecimentos.length} de ${conhecimentosPedidos}`}
          {conhecimentos.length > 0 && lista(conhecimentos)}
        </>
      ),
  ],
  [
    'Experiência',
    ({ mesesDeExperiencia, experiencias }) => (
      <>
        {tempo(mesesDeExperiencia)}
        {experiencias.length > 0 && lista(experiencias)}
      </>
    ),
  ],
  ['Escolaridade', ({ escolaridade }) => escolaridade ?? '—'],
  ['Formação', ({ formacoes }) => lista(formacoes)],
  ['Idiomas', ({ idiomas }) => (idiomas.length === 0 ? '—' : idiomas.join(', '))],
  ['Pretensão salarial', ({ pretencaoSalarial }) => (pretencaoSalarial === null ? '—' : fieldText(dinheiro, pretencaoSalarial))],
  ['Cidade', ({ cidade }) => cidade ?? '—'],
];

/** `/captacao/selecao/comparar`: finalists side by side. */
export function CompararPage() {
  const { empresaId, moduleTitle } = useActing();
  const vaga = useAddressId('vaga');
  const [ids] = useAddress('ids');
  const pedida = vaga !== undefined && ids !== '';
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: ['selecao', empresaId, vaga, 'comparacao', ids],
    queryFn: ({ signal }) => api.get<Comparacao>(`${SELECAO}/${vaga}/comparacao`, { ids }, { quiet: true, signal }),
    enabled: pedida,
    retry: false,
  });
  const volta = `/captacao/selecao${vaga === undefined ? '' : `?vaga=${vaga}`}`;
  return (
    <Page
      title="Comparar Finalistas"
      breadcrumbs={[{ label: moduleTitle('captacao') }, { label: 'Seleção', to: volta }, { label: 'Comparar Finalistas' }]}
      actions={
        <Button component={Link} variant="default" to={volta} leftSection={<IconArrowLeft size={18} stroke={1.8} aria-hidden />}>
          Voltar à seleção
        </Button>
      }
    >
      {!pedida && (
        <Empty message="Escolha os finalistas na seleção." why="Marque de dois a cinco candidatos no quadro e use Comparar." />
      )}
      {isError && <Fault message="Não foi possível carregar a comparação." onRetry={refetch} isBusy={isFetching} />}
      {pedida && !data && !isError && <ScreenLoading />}
      {data && data.finalistas.length === 0 && <Empty message="Nenhum destes candidatos está na seleção desta vaga." />}
      {data && data.finalistas.length > 0 && <LadoALado {...data} />}
    </Page>
  );
}

/** How far the finalists have what the position asks for: the picture, and the same in numbers. */
function DianteDaVaga({ vaga, competencias, niveis, finalistas }: Comparacao) {
  if (competencias.length === 0)
    return (
      <Text size="sm" c="dimmed">
        O cargo desta vaga não pede níveis de competência: eles se dizem na faixa salarial.
      </Text>
    );
  const vistos = finalistas.filter((um) => um.competencias.some((nivel) => nivel !== null));
  const nivel = (ordem: number | null) => (ordem === null ? '—' : (niveis.find((um) => um.ordem === ordem)?.descricao ?? ordem));
  return (
    <Section title="Competências diante da vaga" note="O nível que a faixa da vaga pede, e o que se viu em cada finalista.">
      <Stack gap="md">
        {vistos.length === 0 && (
          <Text size="sm" c="dimmed">
            Ninguém avaliou ainda as competências destes finalistas.{' '}
            <Link to={`/captacao/niveis-competencia?candidatura=${finalistas[0]?.id}`}>Avaliar</Link>
          </Text>
        )}
        {competencias.length >= EIXOS && vistos.length > 0 && (
          <Chart
            kind="radar"
            title="Competências dos finalistas e da vaga"
            categoryLabel="Competência"
            height={ALTURA}
            max={Math.max(...niveis.map(({ ordem }) => ordem), 1)}
            decimals={0}
            categories={competencias.map(({ nome }) => nome)}
            series={[
              { name: `Pedido: ${vaga.descricao}`, data: competencias.map(({ exigido }) => exigido) },
              ...vistos.map(({ candidato, competencias: data }) => ({ name: candidato.nome, data })),
            ]}
          />
        )}
        <PlainTable
          caption="Competências pedidas e vistas"
          withTableBorder
          minWidth={420}
          rows={competencias.map((uma, lugar) => ({ ...uma, lugar }))}
          keyOf={({ lugar }) => lugar}
          columns={[
            { title: 'Competência', isHeading: true, cell: ({ nome }) => nome },
            { title: 'A vaga pede', cell: ({ exigido }) => nivel(exigido) },
            ...finalistas.map(({ candidato, competencias: dele }) => ({
              title: candidato.nome,
              cell: ({ lugar, exigido }: { lugar: number; exigido: number }) => {
                const visto = dele[lugar] ?? null;
                return visto !== null && visto < exigido ? `${nivel(visto)} (abaixo)` : nivel(visto);
              },
            })),
          ]}
        />
      </Stack>
    </Section>
  );
}

function LadoALado(comparacao: Comparacao) {
  const { vaga, criterios, finalistas } = comparacao;
  const avaliados = finalistas.filter((um) => um.criterios.some((nota) => nota !== null));
  return (
    <Stack gap="md">
      <Text c="dimmed">{vaga.descricao}</Text>
      <PareceresFechados
        candidaturas={finalistas.map(({ id }) => id)}
        ocultos={finalistas.reduce((soma, { ocultos }) => soma + ocultos, 0)}
      />
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls is reached by the keyboard */}
      <div className={classes.rolagem} role="region" aria-label="Finalistas lado a lado" tabIndex={0}>
        <table className={classes.tabela}>
          <thead>
            <tr>
              {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label -- an empty cell is no control */}
              <td />
              {finalistas.map(({ id, candidato, foto }) => (
                <th key={id} scope="col">
                  <Group gap="sm" wrap="nowrap" className={classes.quem}>
                    <Avatar
                      size={36}
                      radius="50%"
                      alt=""
                      color="marca"
                      {...(foto ? { src: fileAddress(foto) } : { name: candidato.nome })}
                    />
                    <Link to={`/${CANDIDATURAS}/${id}`}>{candidato.nome}</Link>
                  </Group>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {LINHAS.map(([titulo, diz]) => (
              <tr key={titulo}>
                <th scope="row">{titulo}</th>
                {finalistas.map((um) => (
                  <td key={um.id}>{diz(um)}</td>
                ))}
              </tr>
            ))}
            {criterios.map((nome, lugar) => (
              <tr key={nome}>
                <th scope="row">{nome}</th>
                {finalistas.map((um) => {
                  const nota = um.criterios[lugar] ?? null;
                  return <td key={um.id}>{nota === null ? '—' : formatNumber(nota, 1)}</td>;
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {criterios.length >= EIXOS && avaliados.length > 0 && (
        <Section title="Critérios" note="A média das notas de quem avaliou cada finalista, de 1 a 5.">
          <Chart
            kind="radar"
            title="Critérios dos finalistas"
            categoryLabel="Critério"
            height={ALTURA}
            max={5}
            decimals={1}
            categories={criterios}
            series={avaliados.map(({ candidato, criterios: data }) => ({ name: candidato.nome, data }))}
          />
        </Section>
      )}
      <DianteDaVaga {...comparacao} />
    </Stack>
  );
}
