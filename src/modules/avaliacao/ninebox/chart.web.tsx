import { Button, Grid, Text } from '@mantine/core';
import { IconAdjustmentsHorizontal, IconArrowsMove, IconFileTypePdf, IconTable } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Link } from 'react-router';
import { useCan } from '#kit/acting/authority.web.tsx';
import { Section } from '#kit/ui/section.web.tsx';
import { AreasDoQuadro } from './areas.web.tsx';
import { EditarNineBox } from './editar.web.tsx';
import { Grade } from './grade.web.tsx';
import { Moldura } from './moldura.web.tsx';
import type { Caixa } from './ninebox.rules.ts';
import type { QuadroNineBox } from './ninebox.ts';
import { PessoasDasCaixas } from './pessoas.web.tsx';
import { NINE_BOX, useQuadro } from './quadro.web.ts';

const icone = { size: 18, stroke: 1.8, 'aria-hidden': true } as const;

/** `/avaliacao/ninebox/chart`: the people of a nine-box; a click on a box lists those in it. */
export function NineBoxChart() {
  const lido = useQuadro();
  const can = useCan();
  return (
    <Moldura
      title="Quadro Nine Box"
      lido={lido}
      actions={(quadro) => (
        <>
          {can('ROLE_REL_NINEBOX') && (
            <>
              <Button
                component={Link}
                variant="default"
                leftSection={<IconTable {...icone} />}
                to={`/avaliacao/relatorios/ninebox-talentos?nineBoxId=${quadro.id}`}
              >
                Exportar
              </Button>
              <Button
                component={Link}
                variant="default"
                leftSection={<IconFileTypePdf {...icone} />}
                to={`/${NINE_BOX}/relatorio?nineBoxId=${quadro.id}`}
              >
                Relatório
              </Button>
            </>
          )}
          {quadro.vazio === null && (
            <Button component={Link} leftSection={<IconArrowsMove {...icone} />} to={`/${NINE_BOX}/calibragem?id=${quadro.id}`}>
              {quadro.podeCalibrar ? 'Calibrar' : 'Calibragem'}
            </Button>
          )}
        </>
      )}
    >
      {(quadro) => <Quadro quadro={quadro} lido={lido} />}
    </Moldura>
  );
}

function Quadro({ quadro, lido }: { quadro: QuadroNineBox; lido: ReturnType<typeof useQuadro> }) {
  const { escolhidas, alterna, setArea } = lido;
  const pessoas = useRef<HTMLDivElement>(null);
  const client = useQueryClient();
  const [edita, setEdita] = useState<Caixa | 'limites' | null>(null);
  const [caminho, setCaminho] = useState<{ fatia: string; nome: string }[]>([]);
  const limites = `Baixo até ${quadro.percentualBaixoDesempenho}% e alto acima de ${quadro.percentualAltoDesempenho}% no desempenho; até ${quadro.percentualBaixoPotencial}% e acima de ${quadro.percentualAltoPotencial}% no potencial.`;
  return (
    <>
      <Grid gap="md">
        <Grid.Col span={{ base: 12, lg: 8 }}>
          <Section
            title="Quadrantes"
            note={limites}
            aside={
              quadro.podeEditar && (
                <Button
                  size="compact-sm"
                  variant="default"
                  className="vinculo-no-print"
                  leftSection={<IconAdjustmentsHorizontal size={16} aria-hidden="true" />}
                  onClick={() => setEdita('limites')}
                >
                  Limites e resultado
                </Button>
              )
            }
          >
            <Grade
              quadro={quadro}
              escolhidas={escolhidas}
              onEscolhe={(caixa) => {
                alterna(caixa);
                if (!escolhidas.has(caixa)) pessoas.current?.scrollIntoView({ behavior: 'smooth', block: 'start' });
              }}
              {...(quadro.podeEditar ? { onEdita: setEdita } : {})}
            />
          </Section>
        </Grid.Col>
        <Grid.Col span={{ base: 12, lg: 4 }}>
          <AreasDoQuadro
            quadro={quadro}
            caminho={quadro.area === null ? [] : caminho.length > 0 ? caminho : [{ fatia: quadro.area, nome: 'Área escolhida' }]}
            onAbre={(fatia, nome) => {
              setCaminho([...(quadro.area === null ? [] : caminho), { fatia, nome }]);
              setArea(fatia);
            }}
            onVolta={(ate) => {
              const resto = caminho.slice(0, Math.max(0, ate));
              setCaminho(resto);
              setArea(resto.at(-1)?.fatia ?? '');
            }}
          />
        </Grid.Col>
      </Grid>
      {quadro.descricaoResultado && (
        <Section title="Resultado">
          <Text style={{ whiteSpace: 'pre-wrap' }}>{quadro.descricaoResultado}</Text>
        </Section>
      )}
      <PessoasDasCaixas ref={pessoas} quadro={quadro} caixas={escolhidas} />
      {edita !== null && (
        <EditarNineBox
          quadro={quadro}
          oque={edita}
          onClose={(feito) => {
            setEdita(null);
            if (feito) void client.invalidateQueries({ queryKey: ['ninebox'] });
          }}
        />
      )}
    </>
  );
}
