package tablefile

import (
	"fmt"
	"io"

	"feltlab/internal/disk"
)

// Open opens a file, also one that comes through a pipe (see disk.OpenPiped), or is compressed by gzip or zstd: its
// content then is in a temporary file, of at most 1,024 bytes for each of the file. Close it. Errors are those of
// disk.OpenPiped, or wrap ErrCorrupt or ErrColumns and name the file.
func Open(path string) (*io.SectionReader, io.Closer, error) {
	var in disk.Input
	in, err := disk.OpenPiped(path, disk.MostStream)
	if err != nil {
		return nil, nil, err
	}
	size, err := in.Seek(0, io.SeekEnd)
	for _, magic := range []string{gzipMagic, zstdMagic} {
		is, wrong := beginsWith(in, magic)
		if wrong != nil {
			err = wrong
		}
		if err != nil || !is {
			continue
		}
		const free, ratio = 1 << 20, 1 << 10
		packed, most := in, min(disk.MostStream, free+ratio*size)
		defer packed.Close()
		if in, size, err = unpacked(path, io.NewSectionReader(in, 0, size), most); err != nil {
			return nil, nil, err
		}
		break
	}
	if err != nil {
		in.Close()
		return nil, nil, fmt.Errorf("%s: %w", path, err)
	}
	return io.NewSectionReader(in, 0, size), in, nil
}

func unpacked(path string, packed io.Reader, most int64) (disk.Input, int64, error) {
	content, err := decompressed(packed)
	if err != nil {
		return nil, 0, fmt.Errorf("%s: %w", path, err)
	}
	f, err := disk.Spool(content, path, most)
	if err != nil {
		return nil, 0, fmt.Errorf("%s: %w: %w", path, ErrCorrupt, err)
	}
	size, err := f.Seek(0, io.SeekEnd)
	return f, size, err
}
